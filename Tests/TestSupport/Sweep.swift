/// How much of a sweep over many cases is run.
///
/// `Scripts/exhaustive` builds the tests with optimisation and runs all of it; otherwise a sample is taken, always the
/// same, because code that is not optimised takes some thirty times as long.
public enum Sweep {
  /// Whether these tests were built with optimisation.
  public static let isExhaustive: Bool = {
    var result = true
    assert(
      {
        result = false
        return true
      }())
    return result
  }()

  /// All of some cases, or about `count` of them at equal distances.
  public static func sample<Case>(_ cases: some Collection<Case>, _ count: Int) -> [Case] {
    let all = Array(cases)
    guard !isExhaustive, all.count > count, count > 0 else { return all }
    return (0..<count).map { all[$0 * all.count / count] }
  }
}
