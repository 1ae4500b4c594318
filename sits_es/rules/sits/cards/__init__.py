"""Ship classes: what a ship's card says, as data that players enter themselves."""

__all__ = ["boxes", "fitting", "reader", "samples", "ship_class", "walls"]
