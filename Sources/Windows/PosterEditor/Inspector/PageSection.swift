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
  private lazy var sides = margin("Margin at the sides", \.sides, of: \.width)
  private lazy var top = margin("Margin above", \.top, of: \.height)
  private lazy var bottom = margin("Margin below", \.bottom, of: \.height)
  private lazy var bleed = NumberField(
    label: "Bleed", range: 0...PrintSheet.largestBleed, value: session.poster.bleed, decimals: 1, unit: "mm",
    clipboard: session.clipboard
  ) { [unowned self] value, phase in
    guard phase == .final, session.poster.bleed != value else { return }
    session.change(.bleed) { $0.bleed = value }
  }
  private lazy var guides = Toggle("Guides on the poster") { [unowned self] isOn, _ in
    session.showsGuides = isOn
  }
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

  /// What is left free along the page's edges, and how far the ground goes on beyond them.
  var edges: Form.Section {
    let (page, margins) = (session.poster.page, session.poster.margins)
    sides.value = margins.sides * page.width
    top.value = margins.top * page.height
    bottom.value = margins.bottom * page.height
    bleed.value = session.poster.bleed
    guides.isOn = session.showsGuides
    return Form.Section(
      title: "Margins and bleed",
      rows: [
        Form.Row(caption: "Sides", controls: [sides]),
        Form.Row(caption: "Top, bottom", controls: [top, bottom]),
        Form.Row(caption: "Bleed", controls: [bleed]), Form.Row(controls: [guides]),
      ])
  }

  /// A field of a margin in millimetres, which is stored as a part of the page.
  private func margin(
    _ label: String, _ path: WritableKeyPath<Margins, Double>, of side: KeyPath<Page, Double>
  ) -> NumberField {
    NumberField(
      label: label, range: 0...Margins.range.upperBound * Page.sides.upperBound,
      value: session.poster.margins[keyPath: path] * session.poster.page[keyPath: side], decimals: 1,
      unit: "mm", clipboard: session.clipboard
    ) { [unowned self] value, phase in
      guard phase == .final else { return }
      let length = session.poster.page[keyPath: side]
      let share = min((value / length * 1e6).rounded() / 1e6, Margins.range.upperBound)
      // What reads the same stays as it is.
      guard abs(session.poster.margins[keyPath: path] - share) * length >= 0.05 else {
        return session.onChange()
      }
      session.change(.margins) { $0.margins[keyPath: path] = share }
    }
  }

  private func side(_ label: String, _ path: WritableKeyPath<Page, Double>) -> NumberField {
    NumberField(
      label: label, range: Page.sides, value: session.poster.page[keyPath: path], decimals: 1, unit: "mm",
      clipboard: session.clipboard
    ) { [unowned self] value, phase in
      guard phase == .final, session.poster.page[keyPath: path] != value else { return }
      session.change(.page) { $0.page[keyPath: path] = value }
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
    session.change(.page) { $0.page = page }
  }

  func turnPage() { session.change(.turnedPage) { $0.page = $0.page.turned } }
}
