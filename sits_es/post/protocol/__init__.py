"""The protocol of games by mail, pure: packets and record in, verdicts and things to do out."""
