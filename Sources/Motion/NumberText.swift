#if canImport(Glibc)
  import Glibc
#endif

/// Returns a number with 17 significant digits, from which every double can be read back, or `null` when it is
/// infinite or none.
func exactText(_ number: Double) -> String {
  guard number.isFinite else { return "null" }
  // No number has more than sign, 17 digits, point and a four-character exponent.
  var buffer = [CChar](repeating: 0, count: 40)
  let length = withVaList([number]) { vsnprintf(&buffer, buffer.count, "%.17g", $0) }
  let bytes = buffer.prefix(Int(max(length, 0))).map { UInt8(bitPattern: $0) }
  // A locale may write a comma.
  return String(decoding: bytes.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }, as: UTF8.self)
}

/// Returns a number with so many places after the point, as people read it: a real minus, no minus zero.
func readableText(_ number: Double, places: Int) -> String {
  guard number.isFinite else { return number.isNaN ? "–" : number > 0 ? "∞" : "−∞" }
  let size = number.magnitude
  guard size < 1e15, places <= 12 else { return shortText(number).replacingMinus }
  var scale = 1.0
  for _ in 0..<max(places, 0) { scale *= 10 }
  guard size * scale < 1e18 else { return shortText(number).replacingMinus }
  let digits = String(UInt64((size * scale).rounded()))
  let padded = String(repeating: "0", count: max(places + 1 - digits.count, 0)) + digits
  let text = places > 0 ? "\(padded.dropLast(places)).\(padded.suffix(places))" : padded
  return number < 0 && text.contains(where: { $0 != "0" && $0 != "." }) ? "−" + text : text
}

extension String {
  fileprivate var replacingMinus: String { hasPrefix("-") ? "−" + dropFirst() : self }
}
