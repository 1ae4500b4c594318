"""SITS, first edition: the Saganami Island Tactical Simulator."""
