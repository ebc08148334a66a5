extension Path {
  /// Returns the outline of a line drawn along this path, to be filled non-zero.
  ///
  /// The outline may overlap itself, always in the same sense, so that nothing cancels out. It stays within
  /// `tolerance` of the true one. More dashes or segments than the limits allow are refused with nil, as is a
  /// width that is not a positive number.
  public func stroked(
    _ style: StrokeStyle, tolerance: Double, dashLimit: Int = 50_000, segmentLimit: Int = 2_000_000
  ) -> Path? {
    guard style.width > 0, style.width.isFinite, tolerance > 0 else { return nil }
    var lines = contours
    if let pattern = DashPattern(style) {
      guard let dashed = pattern.dashed(lines, tolerance: tolerance, limit: dashLimit) else { return nil }
      lines = dashed
    }
    var stroker = Stroker(style: style, tolerance: tolerance, segmentLimit: segmentLimit)
    stroker.reserve(for: lines)
    for line in lines {
      stroker.add(line)
      if stroker.isOverfull { return nil }
    }
    return stroker.path
  }
}
