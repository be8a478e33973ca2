"""Input of programs: files and pipes as batches of rows."""
