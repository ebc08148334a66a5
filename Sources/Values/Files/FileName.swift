/// Names of files that are made from foreign text: ids of a library, titles of posters, cells of a table.
public enum FileName {
  /// The most bytes of a name that is made from text, which leaves room for an ending and a number in the 255 that
  /// file systems have.
  public static let longest = 160

  /// Returns a text as one name that means a file in its folder and nothing else, on all usual file systems.
  ///
  /// Separators, control characters and what Windows reserves become `_`; dots and hyphens at the beginning, dots and
  /// spaces at the end, and names of devices are changed likewise; what is too long is cut between characters.
  public static func safe(_ text: String, orElse fallback: String = "unnamed") -> String {
    var name = ""
    var bytes = 0
    for character in text {
      let clean = isUnsafe(character) ? "_" : character
      bytes += clean.utf8.count
      guard bytes <= longest else { break }
      name.append(clean)
    }
    while let last = name.last, last == " " || last == "." { name.removeLast() }
    while name.first == " " { name.removeFirst() }
    guard !name.isEmpty else { return text.isEmpty || text.allSatisfy { $0 == " " } ? fallback : "_" }
    // Hidden files, the folder above and options of commands begin like this.
    if name.first == "." || name.first == "-" { name = "_" + name.dropFirst() }
    let stem = name.prefix { $0 != "." }
    return reserved.contains(trimmed(stem).uppercased()) ? "_" + name : name
  }

  private static func isUnsafe(_ character: Character) -> Bool {
    character.unicodeScalars.contains { scalar in
      switch scalar {
      case "/", "\\", ":", "*", "?", "\"", "<", ">", "|": true
      // Line and paragraph separators, and the marks that turn the direction of what follows.
      case "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FEFF}": true
      default: scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      }
    }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.last == " " { text.removeLast() }
    return text
  }

  private static let reserved: Set<String> = Set(
    ["CON", "PRN", "AUX", "NUL"] + (0...9).flatMap { ["COM\($0)", "LPT\($0)"] })
}

/// Makes names that differ from each other also where upper and lower case are the same.
public struct FileNames: Hashable, Sendable {
  private var taken: Set<String> = []
  /// For each name that was asked for again, the number that is tried next: thousands of one name take no longer than others.
  private var numbers: [String: Int] = [:]

  /// Creates a set of names of which none is taken.
  public init() {}

  /// Returns a safe name for a text, with a number behind it when an earlier text got the same one.
  public mutating func next(_ text: String, orElse fallback: String = "unnamed") -> String {
    let name = FileName.safe(text, orElse: fallback)
    // Lower case alone leaves some pairs apart that a file system takes for one.
    let folded = name.uppercased().lowercased()
    if taken.insert(folded).inserted { return name }
    var number = numbers[folded] ?? 2
    while !taken.insert("\(folded)-\(number)").inserted { number += 1 }
    numbers[folded] = number + 1
    return "\(name)-\(number)"
  }
}
