import Controls
import Posters

/// The page of the poster: a size that has a name, or one of its own in millimetres.
final class PageSection {
  private let session: EditorSession
  private lazy var kind = ChoiceSwitch(
    label: "Page", choices: Page.formats.map(\.title) + ["Own size"]
  ) { [unowned self] choice in choose(choice) }
  private lazy var width = side("Width", \.width)
  private lazy var height = side("Height", \.height)
  private lazy var turn = Button("Turn", kind: .plain) { [unowned self] _ in turnPage() }

  init(_ session: EditorSession) { self.session = session }

  var section: Form.Section {
    let page = session.poster.page
    kind.show(Page.formats.firstIndex { $0.page == page || $0.page.turned == page } ?? Page.formats.count)
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
    guard Page.formats.indices.contains(choice) else {
      session.onChange()
      return
    }
    let wanted = Page.formats[choice].page
    let isWide = session.poster.page.width > session.poster.page.height
    // A page on its side stays so, unless the format itself has a direction.
    let page =
      isWide && wanted.height > wanted.width && !Page.formats[choice].isForScreens ? wanted.turned : wanted
    session.change("page") { $0.page = page }
  }

  func turnPage() { session.change("turned page") { $0.page = $0.page.turned } }
}
