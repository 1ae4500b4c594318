"""Tractor links and transporters."""
