// Untranslated file: scenes for developers, who read English.

import Controls
import Geometry
import Input
import Posters
package import Application
import Publishing

extension DemoScene {
  /// Typing and deleting a letter in a poster of five lines, to measure the time per key.
  package static let editTyping = typing(
    "edit-typing", "a letter typed into a poster of five lines", lines: 5)

  /// The same in the longest possible poster.
  package static let editTypingLong = typing(
    "edit-typing-60", "a letter typed into a poster of sixty lines of sixty letters", lines: Poster.mostLines)

  /// Dragging in the picker, which changes the background of the whole poster.
  package static let editGround = DemoScene(
    "edit-ground", "the poster's ground under a drag in the picker", size: size,
    minimumSize: PosterEditor.minimumSize, duration: 5, make: { editor(lines: 5, $0) }
  ) { content in
    var hand = ScriptedHand(at: content.accessibility.frame(labelled: "Colour of the ground").center)
    hand.press()
    hand.release()
    // The position of the square is known once the picker is open.
    for step in hand.script.steps {
      if case .input(let event) = step.action { content.handle(event, at: 0) }
    }
    _ = content.advance(to: 0.2)
    let square = content.accessibility.frame(labelled: "Saturation and brightness")
    hand.rest(0.3)
    hand.move(to: square.center, over: 0.2)
    hand.press()
    let corners = [(0.95, 0.1), (0.1, 0.3), (0.9, 0.8), (0.2, 0.9), (0.05, 0.05), (0.8, 0.5)]
    for (x, y) in corners + corners.prefix(2) { hand.move(to: square.point(x, y), over: 0.5) }
    hand.release()
    content.handle(.key(.escape, [], isRepeat: false), at: 0.2)
    return hand.script
  }

  private static let size = Size(1440, 900)

  private static func typing(_ name: String, _ summary: String, lines: Int) -> DemoScene {
    DemoScene(
      name, summary, size: size, minimumSize: PosterEditor.minimumSize, duration: 5,
      make: { editor(lines: lines, $0) }
    ) { _ in
      // One key per frame, within the maximum length of a line.
      InputScript(
        (0..<300).map { number in
          InputScript.Step(
            time: Double(number) / 60,
            action: .input(
              number.isMultiple(of: 2) ? .text("E") : .key(.backspace, [], isRepeat: false)))
        })
    }
  }

  private static func editor(lines: Int, _ environment: WindowEnvironment) -> PosterEditor {
    let texts =
      lines == 5
      ? ["KEEP", "CALM", "and", "CARRY", "ON"]
      : (1..<lines).map { number in
        String(
          "LINE \(number) OF A POSTER THAT HAS SIXTY LINES OF SIXTY LETTERS EACH, ALL OF THEM".prefix(60))
      } + ["ON"]
    let poster = Poster(
      title: "Keep calm",
      lines: texts.map { Poster.Line($0, rank: $0 == $0.lowercased() ? .small : .large) })
    return PosterEditor(EditedDocument(poster, home: .stream), environment)
  }
}
