"""How units stand and move: warp speed, thrust, inertia, emergency decelerations, and ships that are bound."""
