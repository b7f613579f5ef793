// Two MPU-6050 (or MPU-6500, MPU-9250) on one board, for `flexion stream`.
//
// Thigh: AD0 at GND (address 0x68). Shank: AD0 at 3V3 (address 0x69). SDA, SCL, GND and 3V3 are shared.
// Every 10 ms one line: micros(), counts of both sensors, a CRC-16. Once a second the board says what the columns
// are (#flexion ...), so that a reader may come at any time and needs no configuration.
//
// Any board with Wire and a serial port will do. At 115200 baud the longest line leaves 10 % of the wire free.
// Part of flexion, GPL-3.0-or-later.
#include <Wire.h>

const uint8_t THIGH = 0x68;
const uint8_t SHANK = 0x69;
const uint32_t PERIOD_US = 10000;
const uint32_t DESCRIBE_US = 1000000;

// What the numbers mean: the ranges that start() sets, 8 g and 2000 deg/s.
const char DESCRIPTION[] =
    "#flexion {\"columns\":[\"t\",\"ax@T\",\"ay@T\",\"az@T\",\"gx@T\",\"gy@T\",\"gz@T\","
    "\"ax@S\",\"ay@S\",\"az@S\",\"gx@S\",\"gy@S\",\"gz@S\"],"
    "\"units\":{\"t\":\"us\",\"acc\":\"lsb:4096\",\"gyr\":\"lsb:16.4\"},"
    "\"line\":{\"checksum\":\"crc16\"},\"hz\":100,\"fw\":\"flexion_knee 1\"}";

char line[160];
uint8_t length = 0;
uint32_t nextSample = 0;
uint32_t nextDescription = 0;
bool hasThigh = false;
bool hasShank = false;

bool writeRegister(uint8_t address, uint8_t reg, uint8_t value) {
  Wire.beginTransmission(address);
  Wire.write(reg);
  Wire.write(value);
  return Wire.endTransmission() == 0;
}

// Awake on the gyroscope's clock, filter 44 Hz, 8 g, 2000 deg/s.
bool start(uint8_t address) {
  return writeRegister(address, 0x6B, 0x01) && writeRegister(address, 0x1A, 0x03) &&
         writeRegister(address, 0x1B, 0x18) && writeRegister(address, 0x1C, 0x10);
}

// Three forces and three rates as the chip counts them; false when it does not answer.
bool readSensor(uint8_t address, int16_t *counts) {
  Wire.beginTransmission(address);
  Wire.write((uint8_t)0x3B);
  if (Wire.endTransmission(false) != 0) return false;
  if (Wire.requestFrom(address, (uint8_t)14) != 14) return false;
  for (uint8_t i = 0; i < 7; i++) {
    uint8_t high = Wire.read();
    uint8_t low = Wire.read();
    // The fourth word is the temperature.
    if (i != 3) counts[i < 3 ? i : i - 1] = (int16_t)((uint16_t)high << 8 | low);
  }
  return true;
}

void put(char c) {
  if (length < sizeof line) line[length++] = c;
}

void putUnsigned(uint32_t value) {
  char digits[10];
  uint8_t count = 0;
  do {
    digits[count++] = '0' + value % 10;
    value /= 10;
  } while (value > 0);
  while (count > 0) put(digits[--count]);
}

void putSigned(int16_t value) {
  if (value < 0) put('-');
  putUnsigned(value < 0 ? (uint32_t)(-(int32_t)value) : (uint32_t)value);
}

// CRC-16, polynomial 0x1021, start 0, high bit first, over the line as it stands.
uint16_t sum() {
  uint16_t crc = 0;
  for (uint8_t i = 0; i < length; i++) {
    crc ^= (uint16_t)(uint8_t)line[i] << 8;
    for (uint8_t bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (uint16_t)(crc << 1) ^ 0x1021 : (uint16_t)(crc << 1);
  }
  return crc;
}

void sendLine() {
  uint16_t crc = sum();
  put('*');
  for (int8_t shift = 12; shift >= 0; shift -= 4) put("0123456789ABCDEF"[crc >> shift & 15]);
  put('\r');
  put('\n');
  Serial.write((const uint8_t *)line, length);
}

void sendRow(uint32_t stamp, const int16_t *thigh, const int16_t *shank) {
  length = 0;
  putUnsigned(stamp);
  for (uint8_t i = 0; i < 12; i++) {
    put(',');
    putSigned(i < 6 ? thigh[i] : shank[i - 6]);
  }
  sendLine();
}

// A sensor that is missing is said in words: the reader shows them.
void describe() {
  Serial.println(DESCRIPTION);
  if (!hasThigh) hasThigh = start(THIGH);
  if (!hasShank) hasShank = start(SHANK);
  if (!hasThigh) Serial.println(F("# no sensor at 0x68 (thigh): check SDA, SCL and power"));
  if (!hasShank) Serial.println(F("# no sensor at 0x69 (shank): is AD0 at 3V3?"));
}

void setup() {
  Serial.begin(115200);
  Wire.begin();
  Wire.setClock(400000);
#ifdef WIRE_HAS_TIMEOUT
  Wire.setWireTimeout(5000, true);
#endif
  describe();
  nextSample = micros();
  nextDescription = nextSample + DESCRIBE_US;
}

void loop() {
  uint32_t now = micros();
  if ((int32_t)(now - nextSample) < 0) return;
  // After a long pause the grid starts again: rows are never sent in a burst to catch up.
  nextSample = now - nextSample > 10 * PERIOD_US ? now + PERIOD_US : nextSample + PERIOD_US;

  int16_t thigh[6], shank[6];
  if (hasThigh && hasShank) {
    hasThigh = readSensor(THIGH, thigh);
    hasShank = readSensor(SHANK, shank);
    if (hasThigh && hasShank) sendRow(now, thigh, shank);
  }
  if ((int32_t)(now - nextDescription) >= 0) {
    describe();
    nextDescription = now + DESCRIBE_US;
  }
}
