"""Setting the battle up and winning it: table, scenario, markers, deployment, victory."""
