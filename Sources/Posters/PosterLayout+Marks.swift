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

  /// What the marks show that are no lines, in the order in which they are drawn; those in thin ink are left out.
  var figureNames: [String] {
    markGroups.filter { $0.opacity >= 1 }.flatMap(\.marks).compactMap { mark in
      switch mark {
      case .line: nil
      case .path, .tinted: emblemName
      case .picture(_, let rect): rect == emblem?.bounds ? emblemName : "Emoji"
      }
    }
  }

  /// The language of the text as far as its letters tell, as BCP 47 has it; Latin ones count as English.
  var language: String {
    for scalar in lines.lazy.flatMap({ $0.setting.text.unicodeScalars }) {
      switch scalar.value {
      case 0x370...0x3ff, 0x1f00...0x1fff: return "el"
      case 0x400...0x52f: return "ru"
      case 0x590...0x5ff: return "he"
      case 0x600...0x6ff, 0x750...0x77f: return "ar"
      case 0x900...0x97f: return "hi"
      case 0xe00...0xe7f: return "th"
      case 0x3040...0x30ff: return "ja"
      case 0x1100...0x11ff, 0xac00...0xd7af: return "ko"
      case 0x4e00...0x9fff: return "zh"
      default: continue
      }
    }
    return "en"
  }
}
