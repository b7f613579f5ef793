// RoomTests
