import Controls
import Scene

/// The caption of a crown: its name or, where that is too long, the part that distinguishes it from its family.
struct CrownName {
  private let whole: Line
  private let rest: Line?

  /// A text and how wide it is.
  struct Line: Hashable {
    let text: String
    let width: Double
  }

  init(_ name: String, _ interface: Interface) {
    func line(_ text: String) -> Line {
      Line(text: text, width: interface.line(text, style: Theme.secondary).width)
    }
    whole = line(name)
    rest = name.firstRange(of: ", ").map { line(String(name[$0.upperBound...])) }
  }

  /// Returns the caption for a width; it may still be too long.
  func line(in room: Double) -> Line {
    guard whole.width > room, let rest else { return whole }
    return rest
  }
}
