"""Orders of SFB 'n3D: their forms, their language, and what the rules find wrong with them."""
