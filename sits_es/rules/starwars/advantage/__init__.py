"""Gain the Advantage. Rule: rules.md, Gain the Advantage."""
