// MotionSimulatorTests
