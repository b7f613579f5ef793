// KneeJointTests
