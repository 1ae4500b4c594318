"""Ship classes: what a ship's card says, as data that players enter themselves."""
