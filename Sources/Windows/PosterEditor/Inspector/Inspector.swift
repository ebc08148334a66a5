import Controls
import Geometry
import Input
import Publishing
import Scene

/// What can be set of the poster, in sections; the line in which the caret is comes first.
final class Inspector: Control {
  let line: LineSection
  let crown: CrownSection
  let ground: GroundSection
  let ink: InkSection
  private let lettering: LetteringSection
  private let session: EditorSession
  private let missing = Words()
  let page: PageSection
  private let form = Form(label: "Properties")
  private lazy var scroll = ScrollView(form)
  private let edge = Layer()

  /// How wide it is beside the poster, in points.
  static let width = 272.0

  /// Creates an inspector; `refresh()` comes next.
  init(_ session: EditorSession) {
    self.session = session
    line = LineSection(session)
    crown = CrownSection(session)
    ground = GroundSection(session)
    ink = InkSection(session)
    lettering = LetteringSection(session)
    page = PageSection(session)
    super.init(label: "Properties")
    addChild(scroll)
    layer.addSublayer(edge)
    line.onOwnLetters = { [unowned self] in revealLetters() }
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  /// Shows the poster as it is now.
  func refresh() {
    form.show([
      missingSection, line.section, crown.section, ink.section, ground.section, lettering.section,
      page.section, page.edges, line.letters,
    ])
    scroll.setNeedsLayout()
  }

  /// Scrolls to the letters of the line, which stand last.
  private func revealLetters() {
    guard let host else { return }
    host.settle()
    scroll.reveal(Rect(x: 0, y: form.bounds.maxY - 8, width: 1, height: 8), at: host.now)
  }

  /// The package that provides the missing characters, above everything else; empty if none is missing.
  private var missingSection: Form.Section {
    let language = session.interface.language
    let title = language.localized("Missing characters")
    guard let characters = session.draft.layout.missingCharacters else {
      return Form.Section(title: title, rows: [])
    }
    missing.text = language.localized(characters.message)
    missing.isFault = true
    return Form.Section(title: title, rows: [Form.Row(controls: [missing], height: Words.height(lines: 3))])
  }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    // A sheet is as wide as the window.
    Size(
      room.width < 520 ? room.width : 360, min(form.preferredSize(in: room, interface).height, room.height))
  }

  override func layOut(_ interface: Interface) { scroll.frame = bounds }

  override func update(_ interface: Interface) {
    edge.frame = Rect(x: 0, y: 0, width: interface.hairline, height: bounds.height)
    edge.backgroundColor = interface.theme.hairline
    // In a popover it lies on that one's surface.
    layer.backgroundColor = parent is EditorPanel ? interface.theme.window : nil
  }
}
