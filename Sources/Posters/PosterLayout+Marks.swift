public import Colors
public import Geometry

extension PosterLayout {
  /// What lies on the ground of a poster, for whoever draws it.
  public enum Mark: Hashable, Sendable {
    /// A path that is filled by the non-zero rule.
    case path(Path, RGBA)
    /// A line of letters; its path has all of them, its setting is their text.
    case line(PlacedLine, RGBA)
    case picture(bytes: [UInt8], Rect)
    /// A colour that is seen through the transparency of a picture.
    case tinted(bytes: [UInt8], Rect, RGBA)
  }

  /// Marks that are drawn together and then seen through one opacity, so that it does not show where they touch.
  public struct MarkGroup: Hashable, Sendable {
    public let marks: [Mark]
    public let opacity: Double
  }

  /// Everything that lies on the ground, from below.
  public var markGroups: [MarkGroup] {
    var inked: [Mark] = []
    var pictures: [Mark] = []
    var own: [MarkGroup] = []
    switch emblem {
    case nil: break
    case .path(let path): inked.append(.path(path, ink))
    case .tinted(let bytes, let rect): inked.append(.tinted(bytes: bytes, rect, ink))
    case .picture(let bytes, let rect): pictures.append(.picture(bytes: bytes, rect))
    }
    for line in lines {
      if let ink = line.ink {
        own.append(MarkGroup(marks: [.line(line, ink)], opacity: line.inkOpacity ?? 1))
      } else {
        inked.append(.line(line, ink))
      }
      pictures += line.pictures.map { .picture(bytes: $0.png, $0.frame) }
    }
    let groups =
      [MarkGroup(marks: inked, opacity: inkOpacity)] + own + [MarkGroup(marks: pictures, opacity: 1)]
    return groups.filter { !$0.marks.isEmpty }
  }
}
