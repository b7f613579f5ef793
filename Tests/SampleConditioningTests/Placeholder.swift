// SampleConditioningTests
