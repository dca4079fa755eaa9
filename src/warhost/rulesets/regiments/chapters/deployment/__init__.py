"""From the bare battlefield to the first round: styles, markers, reserves, heroes that join."""
