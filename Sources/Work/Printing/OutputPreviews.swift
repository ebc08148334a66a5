import Colors
import Controls
import Geometry
import Images
import Input
import Posters
import Publishing
import Scene
import Typography
import Workers

/// The outputs of an export set side by side, each as it will be written; a click chooses one.
final class OutputPreviews: Control {
  private let painter: OutputPainter
  private var tiles: [OutputTile] = []
  private var poster = Poster()
  /// Receives the index of a chosen output.
  var onChoose: (Int) -> Void = { _ in }

  init(label: String, _ painter: OutputPainter) {
    self.painter = painter
    super.init(label: label)
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  /// Shows the outputs of a poster; `chosen` is the index of the one whose properties are shown.
  func show(_ outputs: [ExportOutput], of poster: Poster, chosen: Int) {
    self.poster = poster
    while tiles.count > outputs.count { tiles.removeLast().removeFromParent() }
    while tiles.count < outputs.count {
      let index = tiles.count
      let tile = OutputTile { [unowned self] in onChoose(index) }
      tile.onPaint = { [unowned self] in painter.paint($0) }
      tiles.append(tile)
      addChild(tile)
    }
    for (index, output) in outputs.enumerated() {
      tiles[index].show(output, of: poster, isChosen: index == chosen)
    }
    setNeedsLayout()
  }

  /// Takes a picture, unless it is outdated.
  func take(_ picture: OutputPainter.Picture) { for tile in tiles { tile.take(picture) } }

  override func layOut(_ interface: Interface) {
    guard !tiles.isEmpty else { return }
    let room = bounds.inset(by: 8)
    let columns = Self.columns(for: tiles.map(\.aspect), in: room.size)
    let rows = (tiles.count + columns - 1) / columns
    let cell = Size(room.width / Double(columns), room.height / Double(rows))
    for (index, tile) in tiles.enumerated() {
      let place = Point(
        room.minX + Double(index % columns) * cell.width, room.minY + Double(index / columns) * cell.height)
      tile.frame = Rect(origin: place, size: cell).inset(by: 4).pixelAligned(scale: interface.scale)
    }
  }

  /// The width of a tile in which its size and format are not cut off, in points.
  private static let leastTileWidth = 132.0

  /// Returns the number of columns with which the pictures cover the largest area, and captions are not cut off.
  static func columns(for aspects: [Double], in room: Size) -> Int {
    let most = max(Int(room.width / leastTileWidth), 1)
    func area(_ columns: Int) -> Double {
      let rows = (aspects.count + columns - 1) / columns
      let width = max(room.width / Double(columns) - 8 - 2 * OutputTile.padding, 1)
      let height = max(room.height / Double(rows) - 8 - 2 * OutputTile.padding - OutputTile.captionHeight, 1)
      return aspects.reduce(0) { sum, aspect in
        let fitted = min(width, height * aspect)
        return sum + fitted * fitted / aspect
      }
    }
    return (1...min(max(aspects.count, 1), most)).max { area($0) < area($1) } ?? 1
  }

  override func update(_ interface: Interface) { layer.backgroundColor = interface.theme.pressed }
}

/// One output: its picture, and its name, size and format below.
final class OutputTile: PressableControl {
  private let choose: () -> Void
  var onPaint: (OutputPainter.Request) -> Void = { _ in }
  private var output = ExportOutput("", .png)
  private var poster = Poster()
  private var isChosen = false
  private var asked: OutputPainter.Request?
  private var picture: OutputPainter.Picture?
  private let drawing = Layer()

  static let padding = 8.0
  static let captionHeight = 34.0

  init(_ choose: @escaping () -> Void) {
    self.choose = choose
    super.init(label: "")
    layer.addSublayer(drawing)
  }

  func show(_ output: ExportOutput, of poster: Poster, isChosen: Bool) {
    self.output = output
    self.poster = poster
    self.isChosen = isChosen
    label = "\(output.name), \(output.summary)"
    setNeedsUpdate()
  }

  func take(_ picture: OutputPainter.Picture) {
    guard picture.request == asked else { return }
    self.picture = picture
    setNeedsUpdate()
  }

  private var bleed: Double { output.options.sheet(for: [poster]).bleedInPoints }

  /// The aspect ratio of the page with its bleed, width by height.
  var aspect: Double {
    let (page, unit) = (output.page(of: poster), Page.pointsPerMillimetre)
    return (page.width * unit + 2 * bleed) / max(page.height * unit + 2 * bleed, 1)
  }

  override func press(at point: Point?, time: Double) { choose() }

  override func update(_ interface: Interface) {
    drawing.removeSublayers()
    drawing.frame = bounds
    let theme = interface.theme
    layer.cornerRadius = Theme.fieldRadius
    layer.backgroundColor = isChosen ? theme.raised : nil
    layer.borderWidth = isChosen ? 2 : 0
    layer.borderColor = theme.highlight
    var room = bounds.inset(by: Self.padding)
    room.size.height -= Self.captionHeight
    guard room.width > 4, room.height > 4 else { return }
    let width = min(room.width, room.height * aspect)
    let frame = Rect(center: room.center, size: Size(width, width / aspect)).pixelAligned(
      scale: interface.scale)
    let request = OutputPainter.Request(
      poster: poster, output: output.size, bleed: bleed, size: PixelSize(frame.size, scale: interface.scale))
    if request != asked, request.size.width > 0, request.size.height > 0 {
      asked = request
      onPaint(request)
    }
    let paper = Layer(frame, fill: poster.background.meanColor)
    paper.shadow = theme.shadow()
    drawing.addSublayer(paper)
    if let picture, picture.request.poster == poster, picture.request.output == output.size {
      let shown = Layer(frame, fill: nil)
      shown.contents = .image(ImageContents(picture.bitmap))
      shown.name = "output"
      drawing.addSublayer(shown)
    }
    for (index, words) in [output.name, output.summary].enumerated() {
      let line = Rect(
        x: 2, y: bounds.height - Self.captionHeight - 2 + Double(index) * 17, width: bounds.width - 4,
        height: 17)
      drawing.addSublayer(
        Layer(
          words, style: index == 0 ? Theme.secondary : Theme.secondaryFigures,
          color: index == 0 ? theme.ink : theme.secondaryInk, in: line, alignment: .center, interface))
    }
  }

  override var accessibility: AccessibilityNode {
    var node = AccessibilityNode(
      role: .radioButton, label: label, actions: [.press, .focus], frame: frame, isFocused: isFocused)
    if isChosen { node.states.insert(.checked) }
    return node
  }
}

/// Draws pictures of outputs beside the frame loop.
final class OutputPainter {
  /// A request for a picture.
  struct Request: Hashable, Sendable {
    /// The poster on its own page.
    var poster: Poster
    /// The size for which it is laid out anew.
    var output: ExportOutput.Size
    /// The bleed in points.
    var bleed: Double
    /// The size in pixels, with the bleed.
    var size: PixelSize
  }

  /// A picture.
  struct Picture: Sendable {
    let request: Request
    let bitmap: SharedBitmap
  }

  private let mail: Mailbox<Picture>
  private let worker: Worker<Typesetter>
  private let decoder: any PictureDecoder

  init(_ work: WorkGroup, by decoder: any PictureDecoder) {
    self.decoder = decoder
    mail = Mailbox(wake: work.wake)
    worker = Worker(name: "outputs", in: work) { Typesetter() }
  }

  func paint(_ request: Request) {
    worker.run { [mail, decoder] typesetter in
      let output = ExportOutput("", .png, request.output)
      let layout = PosterLayout(
        output.poster(request.poster, typesetter: typesetter), typesetter: typesetter)
      guard let bitmap = layout.bitmap(bleed: request.bleed, size: request.size, by: decoder) else { return }
      mail.send(Picture(request: request, bitmap: SharedBitmap(bitmap)))
    }
  }

  func take() -> [Picture] { mail.takeAll() }

  /// Waits until the work that was asked for is done.
  func finish() { worker.finish() }
}
