import Glibc

/// Whether acceptance tests run at their full length: `FLEXION_LONG_TESTS=1`.
public enum TestLength {
  public static let isLong: Bool = getenv("FLEXION_LONG_TESTS").map { String(cString: $0) == "1" } ?? false
}
