// RecordingsTests
