// Goniometry
