// CareStoreTests
