extension DecimalDigits {
  /// The nearest Double, ties to even; nil when the number needs the slow way.
  ///
  /// Clinger, How to read floating point numbers accurately, PLDI 1990, doi 10.1145/93542.93557, for short numbers;
  /// one exact 128-bit product or quotient for up to 19 digits and powers of ten up to 27.
  package var fastValue: Double? {
    guard !isTruncated else { return nil }
    if mantissa <= 1 << 53, exponent >= -22, exponent <= 22 {
      let whole = Double(mantissa)
      let size = exponent < 0 ? whole / Self.exactTens[-exponent] : whole * Self.exactTens[exponent]
      return isNegative ? -size : size
    }
    if mantissa == 0 { return isNegative ? -0.0 : 0.0 }
    guard exponent >= -27, exponent <= 27 else { return nil }
    let size = exponent < 0 ? quotient(-exponent) : product(exponent)
    return isNegative ? -size : size
  }

  /// The number in units of 10^-scale, rounded half away from zero; nil on overflow.
  package func scaled(_ scale: Int) -> Int64? {
    let shift = exponent + scale
    var size = mantissa
    if shift > 0 {
      guard mantissa > 0 else { return 0 }
      guard shift <= 19 else { return nil }
      let (grown, overflow) = mantissa.multipliedReportingOverflow(by: Self.integerTens[shift])
      // 19 kept digits and more to come cannot fit.
      guard !overflow, !isTruncated else { return nil }
      size = grown
    } else if shift < 0 {
      guard shift >= -19 else { return 0 }
      let unit = Self.integerTens[-shift]
      let (whole, rest) = mantissa.quotientAndRemainder(dividingBy: unit)
      size = rest >= unit - rest ? whole + 1 : whole
    } else if firstDropped >= 5 {
      size += 1
    }
    guard size <= UInt64(Int64.max) else { return nil }
    return isNegative ? -Int64(size) : Int64(size)
  }

  /// mantissa * 5^power * 2^power, rounded once.
  private func product(_ power: Int) -> Double {
    let (high, low) = mantissa.multipliedFullWidth(by: Self.fives[power])
    return Self.rounded(high: high, low: low, binaryExponent: power, isInexact: false)
  }

  /// mantissa / 5^power / 2^power, rounded once.
  private func quotient(_ power: Int) -> Double {
    let divisor = Self.fives[power]
    // Both normalised to the top bit, the quotient has 63 or 64 significant bits.
    let divisorShift = divisor.leadingZeroBitCount
    let shift = mantissa.leadingZeroBitCount
    let top = divisor << divisorShift
    let dividend = mantissa << shift
    // The high word must stay below the divisor: halve the dividend and keep the lost bit in the low word.
    let (bits, rest) = top.dividingFullWidth((dividend >> 1, dividend << 63))
    let binary = divisorShift - shift - 63 - power
    return Self.rounded(high: 0, low: bits, binaryExponent: binary, isInexact: rest != 0)
  }

  /// Rounds high:low * 2^binaryExponent to 53 bits, ties to even; far from the ends of the range of Double.
  private static func rounded(high: UInt64, low: UInt64, binaryExponent: Int, isInexact: Bool) -> Double {
    var bits = low
    var exponent = binaryExponent
    var isInexact = isInexact
    if high != 0 {
      let shift = 64 - high.leadingZeroBitCount
      isInexact = isInexact || (shift == 64 ? low : low << (64 - shift)) != 0
      bits = shift == 64 ? high : high << (64 - shift) | low >> shift
      exponent += shift
    }
    let spare = 11 - bits.leadingZeroBitCount
    guard spare > 0 else { return Double(bits) * powerOfTwo(exponent) }
    let half = UInt64(1) << (spare - 1)
    let rest = bits & (half << 1 - 1)
    bits >>= spare
    if rest > half || (rest == half && (isInexact || bits & 1 == 1)) { bits += 1 }
    return Double(bits) * powerOfTwo(exponent + spare)
  }

  private static func powerOfTwo(_ exponent: Int) -> Double {
    Double(bitPattern: UInt64(1023 + exponent) << 52)
  }

  private static let exactTens: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
  ]
  // Written out: an array of literals needs no set-up at run time.
  static let integerTens: [UInt64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
    100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
    10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]
  private static let fives: [UInt64] = [
    1, 5, 25, 125, 625, 3_125, 15_625, 78_125, 390_625, 1_953_125, 9_765_625, 48_828_125, 244_140_625,
    1_220_703_125, 6_103_515_625, 30_517_578_125, 152_587_890_625, 762_939_453_125, 3_814_697_265_625,
    19_073_486_328_125, 95_367_431_640_625, 476_837_158_203_125, 2_384_185_791_015_625,
    11_920_928_955_078_125, 59_604_644_775_390_625, 298_023_223_876_953_125, 1_490_116_119_384_765_625,
    7_450_580_596_923_828_125,
  ]
}
