import Heraldry

/// What stands below crowns: of which kind each is, and what tells it apart from others of its kind.
///
/// Within a family no two crowns have the same label, however little room there is; nor have drawings from elsewhere.
struct CrownLabels {
  struct Label: Hashable {
    /// What kind of crown it is.
    var heading: String
    /// What tells it apart.
    var detail: String
    /// Whether the detail goes on with the name that the heading begins, so that both look alike.
    var isOneName = false
  }

  private var items: [CrownItem] = []
  /// The keys of the crowns of each family, or of none, in order.
  private var families: [CrownFamily?: [Int]] = [:]
  /// The labels that were made, by how many letters a line has.
  private var known: [Int: [Int: Label]] = [:]

  /// Takes the current crowns, by key and in order.
  mutating func take(_ items: [CrownItem], order: [Int]) {
    self.items = items
    families = Dictionary(grouping: order) { items[$0].design?.family }
    known = [:]
  }

  /// Returns the label of a crown whose lines have room for about so many letters.
  mutating func label(of key: Int, letters: Int) -> Label {
    let letters = min(max(letters, 8), 40)
    if let label = known[letters]?[key] { return label }
    make(letters, family: items[key].design?.family)
    let label = known[letters]?[key] ?? Self.plain(items[key])
    known[letters, default: [:]][key] = label
    return label
  }

  private mutating func make(_ letters: Int, family: CrownFamily?) {
    let keys = families[family] ?? []
    guard let family else {
      var seen: Set<Label> = []
      let longNames = labelsOfLongNames(keys, letters: letters)
      for key in keys {
        var label = longNames[key] ?? Self.plain(items[key])
        if !seen.insert(label).inserted { (label.detail, label.isOneName) = (items[key].id, false) }
        known[letters, default: [:]][key] = label
      }
      return
    }
    let heading = family.title.count <= letters ? family.title : family.shortTitle
    let traits = Dictionary(uniqueKeysWithValues: keys.map { ($0, items[$0].design?.traits ?? []) })
    for (key, detail) in Self.details(traits, order: keys, letters: letters) {
      known[letters, default: [:]][key] = Label(heading: heading, detail: detail)
    }
  }

  /// The label of a drawing from elsewhere: its name, split where it names a kind.
  private static func plain(_ item: CrownItem) -> Label {
    if let comma = item.name.firstRange(of: ", ") {
      return Label(
        heading: String(item.name[..<comma.lowerBound]), detail: String(item.name[comma.upperBound...]))
    }
    return Label(heading: item.name, detail: item.isOwn ? "Your own" : "")
  }

  /// Returns labels of drawings from elsewhere whose names are too long for one line: the first words, and below them what
  /// follows, or where others begin alike, the words that fewest of those have.
  private func labelsOfLongNames(_ keys: [Int], letters: Int) -> [Int: Label] {
    var labels: [Int: Label] = [:]
    var groups: [String: [(key: Int, rest: [String])]] = [:]
    for key in keys {
      let name = items[key].name
      guard name.count > letters, name.firstRange(of: ", ") == nil else { continue }
      let words = name.split(separator: " ").map(String.init)
      let count = Self.leading(words, letters: letters)
      guard count > 0, count < words.count else {
        // Numbers stand at the end of such names.
        labels[key] = Label(heading: name, detail: "…" + name.suffix(letters - 1), isOneName: true)
        continue
      }
      groups[words[..<count].joined(separator: " "), default: []].append((key, Array(words[count...])))
    }
    for (heading, members) in groups {
      let following = members.map { $0.rest[..<max(Self.leading($0.rest, letters: letters), 1)] }
      if Set(following).count == members.count {
        for (member, words) in zip(members, following) {
          labels[member.key] = Label(
            heading: heading, detail: words.joined(separator: " "), isOneName: true)
        }
        continue
      }
      let words = Dictionary(
        uniqueKeysWithValues: members.map { ($0.key, Array($0.rest.prefix(Self.mostWords))) })
      let details = Self.details(words, order: members.map(\.key), letters: letters, separator: " ")
      for (key, detail) in details {
        labels[key] = Label(heading: heading, detail: detail, isOneName: true)
      }
    }
    return labels
  }

  /// How many words of a name are compared with those of others.
  private static let mostWords = 12

  /// Returns how many words stand in a line of so many letters.
  private static func leading(_ words: [String], letters: Int) -> Int {
    var length = -1
    return words.prefix {
      length += 1 + $0.count
      return length <= letters
    }.count
  }

  /// Returns for each crown the traits that fewest others have, as many as there is room for, and no two the same.
  private static func details(
    _ traits: [Int: [String]], order: [Int], letters: Int, separator: String = ", "
  ) -> [Int: String] {
    var frequency: [String: Int] = [:]
    for trait in traits.values.joined() { frequency[trait, default: 0] += 1 }
    var taken: Set<String> = []
    var details: [Int: String] = [:]
    // A crown of few traits has less to choose from.
    let byChoice = order.enumerated().sorted {
      let (a, b) = (traits[$0.element]?.count ?? 0, traits[$1.element]?.count ?? 0)
      return a == b ? $0.offset < $1.offset : a < b
    }.map(\.element)
    for key in byChoice {
      let own = traits[key] ?? []
      let choices = choices(own, frequency, separator, letters: letters)
      var detail = choices.lazy.map { $0.words(of: own, separator) }.first { !taken.contains($0) }
      if detail == nil {
        let words = choices.first?.words(of: own, separator) ?? own.first ?? ""
        // The number has to be seen.
        detail = (2...).lazy.map { "\(words.prefix(letters - 1 - "\($0)".count)) \($0)" }
          .first { !taken.contains($0) }
      }
      taken.insert(detail ?? "")
      details[key] = detail
    }
    return details
  }

  /// One, two or three traits of a crown, in their order, by their places; -1 where there is no second or third.
  private struct Choice {
    let first: Int
    var second = -1
    var third = -1
    /// How many others have them all, were they dealt out by chance; it says which tell most.
    let others: Double

    func words(of traits: [String], _ separator: String) -> String {
      if second < 0 { return traits[first] }
      let two = traits[first] + separator + traits[second]
      return third < 0 ? two : two + separator + traits[third]
    }
  }

  /// Returns the choices that a line has room for, those first that tell most.
  private static func choices(
    _ traits: [String], _ frequency: [String: Int], _ separator: String, letters: Int
  ) -> [Choice] {
    let lengths = traits.map(\.count)
    let holders = traits.map { Double(frequency[$0] ?? 1) }
    var found: [Choice] = []
    for first in traits.indices {
      let (length, others) = (lengths[first], holders[first] / 1000)
      if length <= letters { found.append(Choice(first: first, others: others)) }
      for second in traits.indices where second > first {
        let (length, others) = (length + separator.count + lengths[second], others * holders[second] / 1000)
        // What has no room for two has none for three.
        guard length <= letters else { continue }
        found.append(Choice(first: first, second: second, others: others))
        for third in traits.indices where third > second {
          guard length + separator.count + lengths[third] <= letters else { continue }
          let all = others * holders[third] / 1000
          found.append(Choice(first: first, second: second, third: third, others: all))
        }
      }
    }
    return found.sorted {
      $0.others != $1.others
        ? $0.others < $1.others : $0.words(of: traits, separator) < $1.words(of: traits, separator)
    }
  }
}
