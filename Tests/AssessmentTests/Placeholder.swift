// AssessmentTests
