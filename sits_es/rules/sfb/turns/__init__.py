"""How units turn: by their turn mode, in tactical manoeuvres and in high-energy turns."""
