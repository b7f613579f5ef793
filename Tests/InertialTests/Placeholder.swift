// InertialTests
