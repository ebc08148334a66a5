import Text

/// Returns a number in decimal notation without trailing zeros, rounded to `significant` digits or
/// `places` decimals, whichever is coarser. Non-finite numbers become 0.
func decimalText(_ value: Double, significant: Int = 12, places: Int = 15) -> String {
  (value.isFinite ? value : 0).text(.significant(significant, decimals: places))
}
