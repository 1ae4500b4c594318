"""Missiles: launched in step 3; in step 6 they arrive, and meet the layers of defence. Rule: flyer; sits rules 8."""
