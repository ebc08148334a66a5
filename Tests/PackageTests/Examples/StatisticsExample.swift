import Statistics

/// Returns whether the second of two programs takes longer, from runs of both made in turns.
func verdict(before: [Double], after: [Double]) -> Verdict? {
  RatioConfidenceInterval.paired(before, after).map { Verdict($0, limit: 1.05) }
}
