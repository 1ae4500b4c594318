"""The full-screen stepper: `sits watch`. Textual is imported when it is started, and nowhere else."""
