// CareStore
