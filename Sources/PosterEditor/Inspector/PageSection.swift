import Controls
import Posters

/// The page of the poster: a size that has a name, or one of its own in millimetres.
final class PageSection {
  private let session: EditorSession
  private lazy var kind = ChoiceSwitch(
    label: "Page", choices: Page.choices.map(\.title) + ["Own size"]
  ) { [unowned self] choice in choose(choice) }
  private lazy var width = side("Width", \.width)
  private lazy var height = side("Height", \.height)
  private lazy var turn = Button("Turn", kind: .plain) { [unowned self] _ in turnPage() }

  init(_ session: EditorSession) { self.session = session }

  var section: Form.Section {
    let page = session.poster.page
    kind.show(Page.choices.firstIndex { $0.page == page || $0.page.turned == page } ?? Page.choices.count)
    width.value = page.width
    height.value = page.height
    return Form.Section(
      title: "Page",
      rows: [
        Form.Row(caption: "Format", controls: [kind]), Form.Row(caption: "Size", controls: [width, height]),
        Form.Row(controls: [turn]),
      ])
  }

  private func side(_ label: String, _ path: WritableKeyPath<Page, Double>) -> NumberField {
    NumberField(
      label: label, range: Page.sides, value: session.poster.page[keyPath: path], decimals: 1, unit: "mm",
      clipboard: session.clipboard
    ) { [unowned self] value, phase in
      guard phase == .final, session.poster.page[keyPath: path] != value else { return }
      session.change("page") { $0.page[keyPath: path] = value }
    }
  }

  private func choose(_ choice: Int) {
    guard Page.choices.indices.contains(choice) else {
      session.onChange()
      return
    }
    let wanted = Page.choices[choice].page
    let isWide = session.poster.page.width > session.poster.page.height
    // A page on its side stays so, unless the format itself has a direction.
    let page =
      isWide && wanted.height > wanted.width && !Page.choices[choice].isForScreens ? wanted.turned : wanted
    session.change("page") { $0.page = page }
  }

  func turnPage() { session.change("turned page") { $0.page = $0.page.turned } }
}

extension Page {
  /// A format that people choose by name.
  struct Choice {
    var title: String
    var page: Page
    /// Whether it is a picture of so many pixels, at 96 to the inch, rather than paper.
    var isForScreens = false
  }

  private static func pixels(_ width: Double, _ height: Double) -> Page {
    Page(
      width: (width * 25.4 / 96 * 1000).rounded() / 1000, height: (height * 25.4 / 96 * 1000).rounded() / 1000
    )
  }

  static let choices: [Choice] = [
    Choice(title: "Poster 2:3", page: .poster), Choice(title: "A5", page: Page(width: 148, height: 210)),
    Choice(title: "A4", page: Page(width: 210, height: 297)),
    Choice(title: "A3", page: Page(width: 297, height: 420)),
    Choice(title: "A2", page: Page(width: 420, height: 594)),
    Choice(title: "A1", page: Page(width: 594, height: 841)),
    Choice(title: "A0", page: Page(width: 841, height: 1189)),
    Choice(title: "Letter", page: Page(width: 215.9, height: 279.4)),
    Choice(title: "Tabloid", page: Page(width: 279.4, height: 431.8)),
    Choice(title: "50 × 70 cm", page: Page(width: 500, height: 700)),
    Choice(title: "Square", page: Page(width: 508, height: 508)),
    Choice(title: "Story 9:16", page: pixels(1080, 1920), isForScreens: true),
    Choice(title: "Phone wallpaper", page: pixels(1170, 2532), isForScreens: true),
    Choice(title: "Desktop wallpaper", page: pixels(3840, 2160), isForScreens: true),
  ]
}
