"""The Saganami Island Tactical Simulator, first edition."""
