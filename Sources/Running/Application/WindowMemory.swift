import Files
import Geometry

/// The state of closed windows, one line each in a file: their kind, size and content.
struct WindowMemory {
  private var lines: [String: Line]
  private let file: SmallFile?

  private struct Line {
    var size: Size?
    var state = ""
    var hasHinted = false
  }

  /// Reads the file; invalid lines are ignored.
  init(folders: UserFolders) {
    file = folders.state.map { SmallFile(path: $0 + "/windows") }
    lines = [:]
    for line in (file?.text ?? "").split(separator: "\n") {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 4 else { continue }
      let sides = parts[1].split(separator: "x").compactMap { Double($0) }
      let isSize = sides.count == 2 && sides.allSatisfy { (64...16384).contains($0) }
      lines[parts[0]] = Line(
        size: isSize ? Size(width: sides[0], height: sides[1]) : nil, state: parts[3],
        hasHinted: parts[2] == "hinted")
    }
  }

  func size(of kind: WindowKind) -> Size? { lines[kind.id]?.size }

  func state(of kind: WindowKind) -> String? {
    lines[kind.id].flatMap { $0.state.isEmpty ? nil : $0.state }
  }

  func hasHinted(_ kind: WindowKind) -> Bool { lines[kind.id]?.hasHinted ?? false }

  /// Records that hints were shown.
  mutating func setHinted(_ kind: WindowKind) {
    lines[kind.id, default: Line()].hasHinted = true
    save()
  }

  /// Lets all windows show their hints again.
  mutating func forgetHints() {
    for kind in lines.keys { lines[kind]?.hasHinted = false }
    save()
  }

  /// Records a window; a nil size keeps the previous one.
  mutating func keep(_ kind: WindowKind, size: Size?, state: String?) {
    if let size { lines[kind.id, default: Line()].size = size }
    let state = (state ?? "").filter { $0 != "\t" && $0 != "\n" }
    lines[kind.id, default: Line()].state = state
    save()
  }

  private func save() {
    let text = lines.keys.sorted().compactMap { kind -> String? in
      guard let line = lines[kind] else { return nil }
      let size = line.size.map { "\(Int($0.width.rounded()))x\(Int($0.height.rounded()))" } ?? ""
      return "\(kind)\t\(size)\t\(line.hasHinted ? "hinted" : "")\t\(line.state)\n"
    }
    // A write error only loses the latest state, so it is ignored.
    _ = file?.write(text.joined())
  }
}
