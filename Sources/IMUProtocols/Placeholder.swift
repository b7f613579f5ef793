// IMUProtocols
