"""What weapons do beyond damage: tractor beams, guided weapons, few or slow shots. Rule: rules.md, Weapon qualities."""
