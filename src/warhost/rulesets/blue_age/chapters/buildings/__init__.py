"""Buildings: going in and out, and bringing them down."""
