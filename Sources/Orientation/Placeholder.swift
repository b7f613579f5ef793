// Orientation
