"""The ground: boxes, zones, templates, and free places to set bodies up."""
