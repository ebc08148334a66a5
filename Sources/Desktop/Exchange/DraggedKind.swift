import Colors
public import Input
import Files

/// A kind in which other programs give what they drag over a window, the best first.
public enum DraggedKind: String, CaseIterable, Sendable {
  /// Files, as a list of URIs.
  case files = "text/uri-list"
  /// A colour, as four numbers of 16 bits.
  case color = "application/x-color"
  /// What was written, in UTF-8.
  case text = "text/plain;charset=utf-8"
  /// A text, as programs of X11 call it.
  case utf8 = "UTF8_STRING"
  /// A text of programs that do not say how it is written.
  case plain = "text/plain"

  /// Returns what the bytes of the kind are; nil for what makes no sense.
  public func content(of bytes: [UInt8]) -> DraggedContent? {
    switch self {
    case .files:
      let paths = FileURI.paths(inList: String(decoding: bytes, as: UTF8.self))
      return paths.isEmpty ? nil : .files(paths)
    case .color: return DraggedColor.text(bytes).map { .text($0) }
    case .text, .utf8, .plain:
      // Some end what they give with a zero.
      return .text(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
    }
  }
}

/// A colour as it is dragged: four numbers of 16 bits, red, green, blue and what covers.
enum DraggedColor {
  /// Returns it as CSS writes it, or nil where it is none.
  static func text(_ bytes: [UInt8]) -> String? {
    guard bytes.count >= 6 else { return nil }
    let parts = bytes.withUnsafeBytes { bytes in
      (0..<min(bytes.count / 2, 4)).map { bytes.loadUnaligned(fromByteOffset: $0 * 2, as: UInt16.self) }
    }
    let color = RGBA(
      red: Double(parts[0]) / 65535, green: Double(parts[1]) / 65535, blue: Double(parts[2]) / 65535,
      alpha: parts.count > 3 ? Double(parts[3]) / 65535 : 1)
    return Color(color).text(as: .hex)
  }
}
