// CareTests
