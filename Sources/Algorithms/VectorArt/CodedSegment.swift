/// The numbers of one segment.
struct CodedSegment {
  /// That of `SegmentKind`.
  let kind: Int
  var offset = SIMD2(0.0, 0)
  var turn = 0.0
  var angle = 0.0
  var handles = SIMD2(0.0, 0)
}

extension CodeEntry {
  /// Returns the numbers that follow in `word`, which begins with the code.
  @inline(__always) func pair(_ word: UInt64, isFirstPositive: Bool) -> SIMD2<Double> {
    let positive: UInt64 = isFirstPositive ? 1 : 0
    var digits = Digits(bits: (word &<< lengthShift) &>> positive | positive &<< 63)
    let first = digits.next(firstShift)
    return SIMD2(Double(first), Double(digits.next(secondShift)))
  }

  @inline(__always) func shape(_ word: UInt64) -> (Double, SIMD2<Double>) {
    var digits = Digits(bits: word &<< lengthShift)
    let angle = digits.next(firstShift)
    let start = digits.next(secondShift)
    return (Double(angle), SIMD2(Double(start), Double(digits.next(thirdShift))))
  }
}
