// The sketch of docs/arduino on a board that is played: it runs as it is, so the test reads what a real board prints.
#include "TestSketchBoard.h"
#include "Arduino.h"

#include "../../docs/arduino/flexion_knee/flexion_knee.ino"

BoardSerial Serial;
BoardWire Wire;

namespace {
uint32_t clock_us;
uint8_t *printed;
int32_t printed_count, printed_capacity, absent;
flexion_sketch_sensor sensor;

// The bus: registers of two chips, and a read under way.
uint8_t registers[2][128];
uint8_t target, pointer, written;
uint8_t reply[14];
uint8_t reply_at, reply_count;

bool answers(uint8_t address) {
  return (address == 0x68 && !(absent & 1)) || (address == 0x69 && !(absent & 2));
}
}  // namespace

uint32_t micros() { return clock_us; }

void BoardSerial::begin(long) {}
size_t BoardSerial::write(const uint8_t *bytes, size_t count) {
  for (size_t i = 0; i < count && printed_count < printed_capacity; i++) printed[printed_count++] = bytes[i];
  return count;
}
size_t BoardSerial::println(const char *text) {
  size_t count = 0;
  while (text[count] != 0) count++;
  write((const uint8_t *)text, count);
  return count + write((const uint8_t *)"\r\n", 2);
}

void BoardWire::begin() {}
void BoardWire::setClock(long) {}
void BoardWire::setWireTimeout(uint32_t, bool) {}
void BoardWire::beginTransmission(uint8_t address) {
  target = address;
  written = 0;
}
size_t BoardWire::write(uint8_t value) {
  if (written++ == 0) {
    pointer = value & 127;
  } else {
    registers[target & 1][pointer] = value;
  }
  return 1;
}
uint8_t BoardWire::endTransmission(bool) { return answers(target) ? 0 : 2; }
uint8_t BoardWire::requestFrom(uint8_t address, uint8_t count) {
  // A chip that was not woken, or read from the wrong place, answers with zeros.
  bool awake = registers[address & 1][0x6B] == 1 && pointer == 0x3B;
  int16_t counts[6] = {0, 0, 0, 0, 0, 0};
  if (!answers(address)) return 0;
  if (awake) sensor(address & 1, clock_us, counts);
  for (int i = 0; i < 7; i++) {
    uint16_t word = i == 3 ? 0x1234 : (uint16_t)counts[i < 3 ? i : i - 1];
    reply[2 * i] = word >> 8;
    reply[2 * i + 1] = word & 255;
  }
  reply_at = 0;
  reply_count = count;
  return count;
}
int BoardWire::read() { return reply_at < reply_count ? reply[reply_at++] : -1; }

int32_t flexion_sketch_run(
    uint32_t from, uint32_t duration, int32_t missing, flexion_sketch_sensor counts, uint8_t *bytes,
    int32_t capacity) {
  clock_us = from;
  printed = bytes;
  printed_count = 0;
  printed_capacity = capacity;
  absent = missing;
  sensor = counts;
  for (int chip = 0; chip < 2; chip++) registers[chip][0x6B] = 0x40;
  hasThigh = hasShank = false;
  setup();
  for (uint32_t passed = 0; passed < duration; passed += 100) {
    clock_us = from + passed;
    loop();
  }
  return printed_count;
}
