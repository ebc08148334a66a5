/// The words that are searched for, and those whose results are shown.
struct SearchWords: Hashable {
  /// The words without blanks at their ends; empty for all crowns.
  private(set) var text = ""
  /// The words of the results that are shown, or nil before the crowns were read.
  private(set) var shown: String?

  var isEmpty: Bool { text.isEmpty }

  /// Takes what stands in the field; returns whether the words are others.
  mutating func take(_ text: String) -> Bool {
    var wanted = Substring(text)
    while wanted.first == " " { wanted.removeFirst() }
    while wanted.last == " " { wanted.removeLast() }
    guard wanted != self.text else { return false }
    self.text = String(wanted)
    return true
  }

  /// Takes note of results; returns false for those of words that nobody looks for any more.
  mutating func show(resultsOf words: String) -> Bool {
    guard words == text else { return false }
    shown = words
    return true
  }

  /// Says how many of all crowns were found.
  func countText(found: Int, of all: Int, isNarrowed: Bool = false) -> String {
    guard let shown else { return "" }
    if shown.isEmpty, !isNarrowed { return all == 1 ? "1 crown" : "\(all) crowns" }
    return found == 0 ? "No match" : "\(found) of \(all)"
  }

  /// Returns the message for an empty grid; `advice` says how to come back from the facets.
  func emptyMessage(_ filter: CrownFilter, advice: String) -> CrownGridLayers.Message? {
    guard let shown else { return nil }
    if !filter.isEmpty {
      let parts = filter.facets.map(\.title).joined(separator: ", ")
      if filter.facets == [.favorites], shown.isEmpty {
        return .init(title: "No favourites yet", advice: "The star in the bar, or Ctrl+B, makes a crown one")
      }
      return .init(
        title: "No crown matches \(shown.isEmpty ? "" : "“\(shown)” in ")\(parts)", advice: advice)
    }
    return shown.isEmpty
      ? .init(title: "No crowns yet", advice: "Drop SVG files here to add them")
      : .init(
        title: "No crown matches “\(shown)”",
        advice: "Escape clears the search; fewer or other words find more")
  }
}
