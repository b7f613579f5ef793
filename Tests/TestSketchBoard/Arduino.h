// As much of the Arduino core as the sketch uses: the clock, a serial port and an I2C bus that the test plays.
#pragma once
#include <stddef.h>
#include <stdint.h>

uint32_t micros();

#define F(text) text

struct BoardSerial {
  void begin(long baud);
  size_t write(const uint8_t *bytes, size_t count);
  size_t println(const char *text);
};
extern BoardSerial Serial;

struct BoardWire {
  void begin();
  void setClock(long hertz);
  void setWireTimeout(uint32_t micros, bool reset);
  void beginTransmission(uint8_t address);
  size_t write(uint8_t value);
  uint8_t endTransmission(bool stop = true);
  uint8_t requestFrom(uint8_t address, uint8_t count);
  int read();
};
extern BoardWire Wire;
#define WIRE_HAS_TIMEOUT
