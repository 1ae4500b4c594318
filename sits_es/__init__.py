"""The Saganami Island Tactical Simulator by e-mail, on an event-sourced record."""
