import Geometry
import Typography

extension PosterLayout.PlacedLine {
  /// A part of the line's text whose letters are set alike.
  struct Piece: Hashable {
    var text: String
    /// Where the part begins, where that does not follow from the part before.
    let x: Double?
    /// Whether its letters are joined and have no tracking.
    let isJoined: Bool
    /// Whether its letters may become ligatures.
    let hasLigatures: Bool
  }

  /// The text in parts, without the characters that are pictures; after these, and after letters that were moved apart, a
  /// part has a place of its own.
  var pieces: [Piece] {
    let stretches = setting.stretches.flatMap { stretch in
      Array(repeating: stretch, count: stretch.text.unicodeScalars.count)
    }
    let drawn = Set(pictures.map(\.character))
    let opened = setting.openingWidths
    // Half of the tracking stands before each letter but the first.
    let half = setting.font.tracking * setting.font.size / 2
    var pieces: [Piece] = []
    var followsPicture = false
    /// Whether room was added before a character, in the direction of the line.
    func isMoved(_ index: Int) -> Bool {
      guard shaped.isRightToLeft(at: index) == isRightToLeft else { return false }
      return opened[isRightToLeft ? index : index - 1] != nil
    }
    func place(_ index: Int, isJoined: Bool) -> Double {
      let caret = origin.x + shaped.caret(at: index).x
      let before = index == 0 || isJoined ? 0 : half
      guard isRightToLeft else { return caret + before }
      return caret - before - (opened[index] ?? 0) * setting.font.size
    }
    var scalar = 0
    for (index, character) in setting.text.enumerated() {
      let stretch = stretches[min(scalar, stretches.count - 1)]
      scalar += character.unicodeScalars.count
      guard !drawn.contains(index) else {
        followsPicture = true
        continue
      }
      let isApart = followsPicture || isMoved(index)
      if let last = pieces.last, !isApart, last.isJoined == stretch.isJoined,
        last.hasLigatures == stretch.hasLigatures
      {
        pieces[pieces.count - 1].text.append(character)
      } else {
        let x = isApart ? place(index, isJoined: stretch.isJoined) : nil
        pieces.append(
          Piece(
            text: String(character), x: x, isJoined: stretch.isJoined, hasLigatures: stretch.hasLigatures))
      }
      followsPicture = false
    }
    return pieces
  }
}
