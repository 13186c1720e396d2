"""Rule sets as text: the JSON model file, and the table that people read."""
