public import Colors
public import Controls
public import Geometry
import Images
import Input
public import Localization
import Scene

/// A large picture to pick colours from.
///
/// It is shown as a dialog, by a picker for one colour or by the palette window for several:
///
///     let panel = PicturePanel(picture, name: "sea.jpg") { color in add(color) }
///     host.showDialog(panel)
public final class PicturePanel: Control {
  private let name: String
  private let language: Language
  private let canvas: PictureCanvas
  private let pictureSize: PixelSize
  private lazy var widthButton: Button = {
    let button = Button("", kind: .quiet, menu: { [unowned self] in Menu(groups: [widthCommands]) })
    button.label = language.localized("Averaged over")
    return button
  }()
  private lazy var closeButton = Button(language.localized("Done")) { [unowned self] in
    host?.close(self)
  }

  /// Creates the panel; `onTake` receives each picked colour, and with `takesOne` the first one closes the panel.
  public init(
    _ picture: Bitmap, name: String, language: Language = .english, takesOne: Bool = false,
    onTake: @escaping (RGBA) -> Void
  ) {
    self.name = name
    self.language = language
    pictureSize = picture.size
    canvas = PictureCanvas(picture, language)
    super.init(label: language.localized("Take a colour from {name}", ["name": name]))
    setChildren([canvas, widthButton, closeButton])
    canvas.onWidth = { [unowned self] _ in showWidth() }
    canvas.onTake = { [unowned self] color in
      onTake(color)
      if takesOne { host?.close(self) }
    }
    showWidth()
  }

  private func showWidth() {
    widthButton.title = language.localized(
      "1 pixel", plural: "{count} × {count} pixels", count: canvas.width)
    setNeedsLayout()
  }

  private var widthCommands: [Command] {
    Bitmap.sampleWidths.map { width in
      Command(
        "picture.width.\(width)",
        language.localized("Single pixels", plural: "Mean of {count} × {count}", count: width),
        isChecked: width == canvas.width
      ) { [unowned self] _ in
        canvas.width = width
        showWidth()
      }
    }
  }

  public override var isFocusable: Bool { false }
  public override var cursor: CursorShape { .arrow }

  private static let bar = 48.0
  private static let margin = 12.0

  public override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    // As large as the window allows, in the picture's aspect ratio.
    let most = Size(min(room.width, 1200), min(room.height, 900))
    let inside = Size(most.width - 2 * Self.margin, most.height - Self.bar - Self.margin)
    let scale = min(
      inside.width / Double(max(pictureSize.width, 1)), inside.height / Double(max(pictureSize.height, 1)), 8)
    return Size(
      min(max(Double(pictureSize.width) * scale, 420) + 2 * Self.margin, most.width),
      min(max(Double(pictureSize.height) * scale, 240) + Self.bar + Self.margin, most.height))
  }

  public override func layOut(_ interface: Interface) {
    let margin = Self.margin
    canvas.frame = Rect(
      x: margin, y: Self.bar, width: bounds.width - 2 * margin, height: bounds.height - Self.bar - margin)
    let top = (Self.bar - Theme.controlHeight) / 2
    var right = bounds.width - margin
    for button in [closeButton, widthButton] {
      let width = button.preferredSize(in: bounds.size, interface).width
      right -= width
      button.frame = Rect(x: right, y: top, width: width, height: Theme.controlHeight)
        .pixelAligned(scale: interface.scale)
      right -= Theme.gap
    }
    setNeedsUpdate()
  }

  private let title = Layer()

  public override func update(_ interface: Interface) {
    if title.superlayer == nil { layer.addSublayer(title) }
    title.removeSublayers()
    let room = Rect(
      x: Self.margin + 4, y: (Self.bar - 20) / 2, width: max(widthButton.frame.minX - Self.margin - 12, 0),
      height: 20)
    title.addSublayer(
      Layer(name, style: Theme.strong, color: interface.theme.ink, in: room, isElastic: true, interface))
  }

  public override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .dialog, label: label, frame: frame)
  }
}
