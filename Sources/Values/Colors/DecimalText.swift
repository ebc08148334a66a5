import Text

/// Returns a number in decimal notation without trailing zeros, rounded to so many significant digits or so
/// many places after the point, whichever is coarser. What is not finite is written 0.
func decimalText(_ value: Double, significant: Int = 12, places: Int = 15) -> String {
  (value.isFinite ? value : 0).text(.significant(significant, decimals: places))
}
