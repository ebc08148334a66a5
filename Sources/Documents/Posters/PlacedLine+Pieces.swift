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

  /// The text in parts, without the characters that are pictures, after which a part has a place of its own.
  var pieces: [Piece] {
    let stretches = setting.stretches.flatMap { stretch in
      Array(repeating: stretch, count: stretch.text.unicodeScalars.count)
    }
    let drawn = Set(pictures.map(\.character))
    var pieces: [Piece] = []
    var followsPicture = false
    var scalar = 0
    for (index, character) in setting.text.enumerated() {
      let stretch = stretches[min(scalar, stretches.count - 1)]
      scalar += character.unicodeScalars.count
      guard !drawn.contains(index) else {
        followsPicture = true
        continue
      }
      if let last = pieces.last, !followsPicture, last.isJoined == stretch.isJoined,
        last.hasLigatures == stretch.hasLigatures
      {
        pieces[pieces.count - 1].text.append(character)
      } else {
        let x = followsPicture ? origin.x + shaped.caret(at: index).x : nil
        pieces.append(
          Piece(
            text: String(character), x: x, isJoined: stretch.isJoined, hasLigatures: stretch.hasLigatures))
      }
      followsPicture = false
    }
    return pieces
  }
}
