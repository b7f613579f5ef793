// EvaluationTests
