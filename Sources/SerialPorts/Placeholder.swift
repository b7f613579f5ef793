// SerialPorts
