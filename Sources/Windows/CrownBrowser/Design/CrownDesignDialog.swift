import Colors
import Controls
import Geometry
import Heraldry
import Input
import Localization
import Scene

/// A dialog for designing a crown: it is drawn live beside its options, and can be saved to the person's own.
final class CrownDesignDialog: Control {
  /// Requests the drawing of a design, within a gesture or as a step.
  var onDraw: (CrownDesign, _ isFinal: Bool) -> Void = { _, _ in }
  var onSave: (CrownDesign) -> Void = { _ in }
  var onClose: () -> Void = {}

  let designer: CrownDesigner
  private let color: () -> RGBA
  private let ground: (Theme) -> RGBA
  private let language: Language
  /// The drawing and its design.
  private(set) var drawn: CrownDesign?
  private var figure: Figure?
  private var fault: Message?
  private let preview = Layer()

  private static let designerWidth = 360.0
  /// The distance between the lines of the name, in points.
  private static let pitch = 20.0

  /// Creates a dialog with an initial design; `ground` is the background for a colour.
  init(
    design: CrownDesign, color: @escaping () -> RGBA, ground: @escaping (Theme) -> RGBA, surprises: UInt64,
    language: Language
  ) {
    self.color = color
    self.ground = ground
    self.language = language
    weak var made: CrownDesignDialog?
    let cancel = Button(language.localized("Cancel"), kind: .plain) { _ in made?.onClose() }
    let save = Button(language.localized("Save"), kind: .standard) { _ in
      if let made { made.onSave(made.designer.design) }
    }
    designer = CrownDesigner(
      design: design, surprises: surprises, language: language, others: [cancel, save])
    super.init(label: language.localized("Design a crown"))
    made = self
    preview.name = "preview"
    layer.addSublayer(preview)
    addChild(designer)
    designer.onChange = { [unowned self] design, phase in onDraw(design, phase == .final) }
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  var firstFocus: Control { designer.firstFocus }

  /// Shows the drawing of a design.
  func show(_ design: CrownDesign, _ result: Result<CrownLoader.Drawing, CrownLoader.Fault>) {
    switch result {
    case .success(let drawing):
      (drawn, fault) = (design, nil)
      figure = Figure(drawing.outline, hasOverlaps: false)
      if design == designer.design { designer.show(design, idle: drawing.idle) }
    case .failure(let failure): fault = failure.message
    }
    setNeedsUpdate()
  }

  // MARK: Layout

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    Size(min(780, room.width), min(560, room.height))
  }

  /// Whether the crown is beside its options rather than above them.
  private var isWide: Bool { bounds.width >= 620 }

  private var previewFrame: Rect {
    isWide
      ? Rect(x: 0, y: 0, width: bounds.width - Self.designerWidth, height: bounds.height)
      : Rect(x: 0, y: 0, width: bounds.width, height: (bounds.height * 0.36).rounded())
  }

  override func layOut(_ interface: Interface) {
    let seen = previewFrame
    designer.frame =
      isWide
      ? Rect(x: seen.maxX, y: 0, width: Self.designerWidth, height: bounds.height)
      : Rect(x: 0, y: seen.maxY, width: bounds.width, height: bounds.height - seen.maxY)
    setNeedsUpdate()
  }

  override func update(_ interface: Interface) {
    let theme = interface.theme
    let frame = previewFrame
    preview.frame = frame
    preview.removeSublayers()
    // A colour that is invisible on the dialog gets the opposite background.
    let isSeen = ground(theme) == theme.window
    preview.backgroundColor = isSeen ? theme.window.withAlpha(0.5) : ground(theme)
    preview.cornerRadius = Theme.cardRadius
    let inks = isSeen ? theme : theme.opposite
    let words = fault.map(language.localized) ?? designer.design.name(in: language)
    let lines = interface.wrapped(words, style: Theme.secondary, width: max(frame.width - 32, 1))
    let more = Self.pitch * Double(max(lines.count - 1, 0))
    preview.addLines(
      lines, style: Theme.secondary, color: fault == nil ? inks.secondaryInk : inks.fault,
      in: Rect(x: 16, y: frame.height - 36 - more, width: frame.width - 32, height: 28), pitch: Self.pitch,
      alignment: .center, interface)
    guard let figure else { return }
    let room = Rect(origin: .zero, size: frame.size).inset(
      by: EdgeInsets(top: 20, left: 28, bottom: 44 + more, right: 28))
    if let crown = Layer(figure, fittedIn: room, color: color()) { preview.addSublayer(crown) }
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .dialog, label: label, value: designer.design.name(in: language), frame: frame)
  }
}
