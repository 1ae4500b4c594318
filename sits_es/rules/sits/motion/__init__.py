"""Motion: markers, thrust, dots, thrust breaks and movement grids. Rule: card, steps 1 and 4 to 7; sits rules 6."""
