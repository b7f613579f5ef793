// ChartsTests
