"""The tables of the play-aid card."""

__all__ = ["beam_table", "cells", "earlier", "missiles", "reader", "tables", "values"]
