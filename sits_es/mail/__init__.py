"""Play by mail: identities, signed packets, their armour, letters and how they travel; events as values, no rules."""
