// SerialPortsTests
