"""Setting the battle up and winning it: table, scenario, objectives, deployment, victory."""
