public import Controls
public import Geometry
public import Localization

/// A window beside the same one laid out from right to left, whose texts are the same.
public struct MirroredWindow {
  /// English texts in a language that is written from right to left.
  public static let language = Language(tag: "he", translating: { _ in nil })

  private let plain: AccessibilityNode
  private let mirrored: AccessibilityNode
  private let width: Double
  private let uprightIDs: Set<String>

  /// Compares the descriptions of two windows.
  ///
  /// - Parameters:
  ///   - plain: The window from left to right.
  ///   - mirrored: The window from right to left.
  ///   - uprightIDs: The ids of nodes in which everything stays from left to right.
  public init(plain: AccessibilityNode, mirrored: AccessibilityNode, uprightIDs: Set<String> = []) {
    (self.plain, self.mirrored, self.uprightIDs) = (plain, mirrored, uprightIDs)
    width = plain.frame.width
  }

  /// The nodes outside the reflected places, in words; empty for a mirror image.
  public var faults: [String] {
    var faults: [String] = []
    compare(plain, mirrored, upright: nil, &faults)
    return faults
  }

  /// The middles of the nodes that take presses or the focus, in the plain window and in the mirrored one.
  public var targets: [(id: String, plain: Point, mirrored: Point)] {
    zip(plain.all, mirrored.all).filter { !$0.0.actions.isEmpty && !$0.0.frame.isEmpty }.map {
      ($0.0.id, $0.0.frame.center, $0.1.frame.center)
    }
  }

  private func compare(
    _ plain: AccessibilityNode, _ mirrored: AccessibilityNode, upright: (Rect, Rect)?,
    _ faults: inout [String]
  ) {
    let frame = plain.frame
    let wanted =
      upright.map { frame.offset(by: $0.1.origin - $0.0.origin) }
      ?? Rect(x: width - frame.maxX, y: frame.minY, width: frame.width, height: frame.height)
    if plain.id != mirrored.id || plain.children.count != mirrored.children.count {
      faults.append("“\(plain.id)” is “\(mirrored.id)”")
    } else if !mirrored.frame.isNear(wanted) {
      faults.append("“\(plain.id)” is at \(mirrored.frame) instead of \(wanted)")
    }
    let starts = (plain.characterFrames.map(\.minX), mirrored.characterFrames.map(\.minX))
    if zip(starts.0, starts.0.dropFirst()).map({ $0 <= $1 })
      != zip(starts.1, starts.1.dropFirst()).map({ $0 <= $1 })
    {
      faults.append("the letters of “\(plain.id)” are in another order")
    }
    let below = upright ?? (uprightIDs.contains(plain.id) ? (frame, mirrored.frame) : nil)
    for (plain, mirrored) in zip(plain.children, mirrored.children) {
      compare(plain, mirrored, upright: below, &faults)
    }
  }
}

extension MirroredWindow {
  /// Returns the ids of the nodes at whose middles other controls are found in the mirrored window than in the plain one.
  public func strayTargets(_ plain: ControlHost, _ mirrored: ControlHost) -> [String] {
    targets.filter { target in
      let found = plain.target(at: plain.reflected(target.plain))
      return found?.label != mirrored.target(at: mirrored.reflected(target.mirrored))?.label
    }.map(\.id)
  }
}

extension Rect {
  fileprivate func isNear(_ other: Rect) -> Bool {
    [minX - other.minX, minY - other.minY, width - other.width, height - other.height]
      .allSatisfy { $0.magnitude < 1e-6 }
  }
}
