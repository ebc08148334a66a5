/// Returns a number in decimal notation without trailing zeros, rounded to so many significant digits or so
/// many places after the point, whichever is coarser. What is not finite is written 0.
func decimalText(_ value: Double, significant: Int = 12, places: Int = 15) -> String {
  let size = abs(value)
  guard size.isFinite, size > 0 else { return "0" }
  guard size < 1e15 else { return value.description }
  var exponent = 0
  var power = 1.0
  if size >= 1 {
    while power * 10 <= size {
      power *= 10
      exponent += 1
    }
  } else {
    while power > size, exponent > -20 {
      power /= 10
      exponent -= 1
    }
  }
  let decimals = max(0, min(places, significant - 1 - exponent))
  var scale = 1.0
  for _ in 0..<decimals { scale *= 10 }
  let rounded = UInt64((size * scale).rounded())
  guard rounded > 0 else { return "0" }

  var digits = String(rounded)
  if decimals > 0 {
    if digits.utf8.count <= decimals {
      digits = String(repeating: "0", count: decimals + 1 - digits.utf8.count) + digits
    }
    let whole = digits.dropLast(decimals)
    var fraction = digits.suffix(decimals)
    while fraction.last == "0" { fraction.removeLast() }
    digits = fraction.isEmpty ? String(whole) : "\(whole).\(fraction)"
  }
  return value < 0 ? "-" + digits : digits
}
