"""What the backend's tests share."""
