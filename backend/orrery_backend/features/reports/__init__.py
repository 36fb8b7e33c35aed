"""Reports: a run, a comparison, a sweep or a suite as one HTML file."""
