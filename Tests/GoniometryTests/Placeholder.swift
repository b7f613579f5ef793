// GoniometryTests
