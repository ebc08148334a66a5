public import Localization

/// Characters that no installed font has, and the packages that provide them.
public struct MissingCharacters: Hashable, Sendable, CustomStringConvertible {
  /// The characters, in the order found.
  public let scalars: [Unicode.Scalar]

  /// Creates a list of characters that no installed font has.
  public init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  /// The Debian packages whose fonts have them, without duplicates; private-use characters have none.
  public var packages: [String] {
    var packages: [String] = []
    for scalar in scalars {
      guard let package = Self.package(for: scalar), !packages.contains(package) else { continue }
      packages.append(package)
    }
    return packages
  }

  /// A sentence for the person who typed them, without the characters, which cannot be shown.
  public var description: String {
    typingMessage.english
  }

  /// The same sentence in any language.
  public var typingMessage: Message {
    guard scalars.count == 1 else {
      return packages.isEmpty
        ? Message(
          "No installed font has {count} of these characters",
          plural: "No installed font has {count} of these characters", count: scalars.count)
        : Message(
          "No installed font has {count} of these characters; install {packages} to see them",
          plural: "No installed font has {count} of these characters; install {packages} to see them",
          count: scalars.count, ["packages": packages.joined(separator: ", ")])
    }
    let number = Self.number(of: scalars[0])
    return packages.isEmpty
      ? Message("No installed font has the character {number}", ["number": number])
      : Message(
        "No installed font has the character {number}; install {packages} to see it",
        ["number": number, "packages": packages.joined(separator: ", ")])
  }

  private static func number(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func package(for scalar: Unicode.Scalar) -> String? {
    switch scalar.properties.generalCategory {
    case .unassigned, .privateUse, .control, .surrogate: return nil
    default: break
    }
    switch scalar.value {
    // Hangul, radicals, kana, bopomofo, ideographs, and full-width forms.
    case 0x1100...0x11ff, 0x2e80...0x33ff, 0x3400...0x4dbf, 0x4e00...0x9fff, 0xa960...0xa97f,
      0xac00...0xd7ff, 0xf900...0xfaff, 0xfe30...0xfe4f, 0xff00...0xffef, 0x1b000...0x1b16f,
      0x1f200...0x1f2ff, 0x20000...0x3ffff:
      return "fonts-noto-cjk"
    case 0x1f000...0x1faff: return "fonts-symbola"
    default: return scalar.properties.isEmojiPresentation ? "fonts-symbola" : "fonts-noto-core"
    }
  }
}
