// IMUProtocolsTests
