import Controls
import Geometry
import Localization
import Posters
import Printing
import Text

/// Lines and gaps that are too thin for a press, and the resolution of pictures in print.
///
/// It is checked outside the frame loop, a moment after each change.
final class PrintSection {
  private let session: EditorSession
  /// Shows a place of the page, in millimetres from its upper left corner.
  var onShow: (_ place: Point, _ time: Double) -> Void = { _, _ in }

  private var words: [Words] = []
  private lazy var show = Button(
    session.localized("Show the thinnest place"), kind: .plain
  ) { [unowned self] time in
    if let thinnest { onShow(thinnest.place, time) }
  }
  /// The last check, and the version of the document that was checked.
  private var checked: Checked?
  private let checking: NewestTask<Checked>

  private struct Checked: Sendable {
    let revision: Int
    let check: PrintCheck
  }

  init(_ session: EditorSession) {
    self.session = session
    checking = NewestTask(session.tasks)
  }

  private var hairlines: [PrintCheck.Hairline] { checked?.check.hairlines ?? [] }
  private var thinnest: PrintCheck.Hairline? { hairlines.min { $0.width < $1.width } }

  /// The most lines of text; what else is too thin is found after that was mended.
  private static let mostWords = 4

  /// The section with what is too thin; it is empty if nothing is.
  var section: Form.Section {
    let language = session.interface.language
    let shown = hairlines.prefix(Self.mostWords)
    while words.count < shown.count { words.append(Words()) }
    var rows = zip(shown, words).map { hairline, words -> Form.Row in
      words.text = language.localized(Self.message(about: hairline))
      words.isFault = true
      return Form.Row(controls: [words], height: Words.height(lines: 2))
    }
    if !rows.isEmpty { rows.append(Form.Row(controls: [show])) }
    return Form.Section(title: language.localized("Too thin to print"), rows: rows)
  }

  private static func message(about hairline: PrintCheck.Hairline) -> Message {
    // Rounded down, so that it never reads as wide as what prints.
    let width = Message(number: ((hairline.width * 100 + 1e-9).rounded(.down) / 100).text(.fixed(2)))
    let (across, down) = (hairline.place.x.text(.fixed(0)), hairline.place.y.text(.fixed(0)))
    switch (hairline.part, hairline.isGap) {
    case (.line(let index), true):
      return Message(
        "A gap of {width} mm in line {number} will fill with ink, at {x}, {y} mm",
        ["number": "\(index + 1)", "x": across, "y": down], parts: ["width": width])
    case (.line(let index), false):
      return Message(
        "A stroke of {width} mm in line {number} will not print, at {x}, {y} mm",
        ["number": "\(index + 1)", "x": across, "y": down], parts: ["width": width])
    case (_, true):
      return Message(
        "A gap of {width} mm in the crown will fill with ink, at {x}, {y} mm",
        ["x": across, "y": down], parts: ["width": width])
    case (_, false):
      return Message(
        "A line of {width} mm in the crown will not print, at {x}, {y} mm",
        ["x": across, "y": down], parts: ["width": width])
    }
  }

  // MARK: Pictures

  /// Shows the resolution of a picture at print size.
  func show(resolutionOf part: PrintCheck.Part, in words: Words) {
    let language = session.interface.language
    guard let resolution = checked?.check.resolutions.first(where: { $0.part == part }) else {
      (words.text, words.isFault) = ("", false)
      return
    }
    let pixels = resolution.pixelsPerInch.text(.fixed(0))
    words.isFault = resolution.isLow
    words.text =
      resolution.isLow
      ? language.localized(
        "{pixels} pixels per inch in print: it will look soft, as under {least}",
        ["pixels": pixels, "least": PrintCheck.leastPixelsPerInch.text(.fixed(0))])
      : language.localized("{pixels} pixels per inch in print", ["pixels": pixels])
  }

  // MARK: Checking

  /// Whether the poster has changed since it was checked.
  var isStale: Bool { checked?.revision != session.draft.revision }

  /// Checks the poster outside the frame loop; `done` is called with the result available.
  func check(then done: @escaping () -> Void) {
    let (layout, revision) = (session.draft.layout, session.draft.revision)
    checking.run(isFinal: false) {
      Checked(revision: revision, check: PrintCheck(layout))
    } then: { [weak self] result in
      guard let self, case .success(let checked) = result else { return }
      self.checked = checked
      done()
    }
  }
}
