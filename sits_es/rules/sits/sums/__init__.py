"""The sums of SITS, pure: what play takes the results of, and explain, reports and calc show the steps of."""
