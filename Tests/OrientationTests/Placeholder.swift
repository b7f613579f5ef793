// OrientationTests
