// DecimalTextTests
