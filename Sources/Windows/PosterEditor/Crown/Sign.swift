import Posters

/// An emoji or another sign that makes a good crown, with what it is called.
struct Sign: Hashable, Sendable {
  let text: String
  /// What kind of thing it is, a word by which it is found.
  let group: String
  /// How the installed fonts draw it.
  let emblem: Emblem

  /// What Unicode calls it, in lower case.
  var name: String { text.unicodeScalars.first?.properties.name?.lowercased() ?? text }

  func isFound(by words: String) -> Bool {
    let own = (name + " " + group).split(separator: " ")
    return words.lowercased().split(separator: " ").allSatisfy { word in own.contains { $0.hasPrefix(word) } }
  }

  /// The signs that are offered, by groups.
  static let offered: [(group: String, texts: [String])] = [
    ("crowns royal", ["👑", "♔", "♕", "♚", "♛", "⚜", "🏰", "⚔", "🏆", "💍", "🎩", "🎓"]),
    ("hearts love", ["♥", "❤", "💔", "💘", "❣", "❦", "🌹", "🌷"]),
    ("stars weather", ["★", "☆", "✦", "✪", "✺", "❄", "☀", "☾", "⚡", "☂", "🔥", "🌈"]),
    ("tools work", ["✂", "⚒", "⚙", "✏", "✒", "🔨", "🔧", "🔑", "⚓", "⚖", "🔔", "💡", "📷", "☎"]),
    ("animals", ["🐈", "🐕", "🐎", "🐘", "🦁", "🦄", "🦉", "🐦", "🐟", "🐝", "🦋", "🐢", "🐇", "🐾"]),
    ("food drink", ["☕", "🍺", "🍷", "🍕", "🍔", "🍰", "🎂", "🍎", "🍒", "🍓", "🍵", "🍴"]),
    ("music play", ["♫", "🎸", "🎲", "⚽", "🚲", "✈", "⛵", "🚀"]),
    ("signs", ["☮", "☯", "☠", "✌", "👍", "☘", "🍀", "♻", "☺", "∞"]),
  ]

  /// Draws the signs that some installed font has; it takes a while.
  static func drawn(by draw: ([String]) -> [Emblem?]) -> [Sign] {
    let all = offered.flatMap { entry in entry.texts.map { (text: $0, group: entry.group) } }
    return zip(all, draw(all.map(\.text))).compactMap { sign, emblem in
      emblem.map { Sign(text: sign.text, group: sign.group, emblem: $0) }
    }
  }
}
