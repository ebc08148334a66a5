public import Controls
public import Geometry
public import Localization
import Scene

/// A text that is not seen as it should be.
public struct TextFault: Hashable, CustomStringConvertible {
  /// The fault, as a phrase.
  public let fault: String
  /// The text.
  public let text: String
  /// Where its letters are, in points of the window.
  public let place: Rect
  /// The controls that it is in, from the outermost to its own.
  public let path: String

  public var description: String {
    func number(_ value: Double) -> Int { Int(value.rounded()) }
    return "“\(text)” \(fault), at \(number(place.minX)),\(number(place.minY)) "
      + "\(number(place.width))×\(number(place.height)) in \(path)"
  }
}

/// Compares the natural size of each text in a window, or in its frontmost overlay, with its place.
///
/// A text must be whole unless its ellipsis is meant (`TextContents.isElastic`), must be inside the window, its own
/// control and all that clips it, and must overlap no other text and no button, field or slider. Text that is only
/// scrolled out of sight is no fault.
public struct TextFit {
  /// The faults, in the order of drawing.
  public private(set) var faults: [TextFault] = []
  /// The number of texts that were compared.
  public var count: Int { texts.count }

  private let interface: Interface
  private let window: Rect
  private var texts: [Text] = []
  private var buttons: [(control: Control, frame: Rect, place: Place)] = []
  private var controls: [ObjectIdentifier: Control] = [:]

  /// Letters that overlap by less are not seen to touch, in points.
  private static let slack = 1.0

  /// The surroundings of a layer.
  private struct Place {
    /// The controls that it is in, the outermost first.
    var path: [Control] = []
    /// The largest part of it that can be seen.
    var visible: Rect
    /// Where it must be, without the edges beyond which one can scroll.
    var allowed: Rect
    /// The innermost control that scrolls it.
    var scroller: ObjectIdentifier?
  }

  private struct Text {
    let text: String
    let letters: Rect
    let place: Place
    var seen: Rect? { letters.intersection(place.visible) }
  }

  /// Examines what is in front in a window of some size.
  public init(of host: ControlHost, in size: Size) {
    interface = host.interface
    window = Rect(origin: .zero, size: size)
    let front = host.overlayGround.children.last { !$0.isHidden } ?? host.root
    gather(front)
    visit(front.layer, Place(visible: window, allowed: window))
    for index in texts.indices { compare(index) }
  }

  private mutating func gather(_ control: Control) {
    controls[ObjectIdentifier(control.layer)] = control
    for child in control.children where !child.isHidden { gather(child) }
  }

  // MARK: The tree

  private mutating func visit(_ layer: Layer, _ around: Place) {
    guard !layer.isHidden, layer.opacity > 0 else { return }
    var place = around
    if let control = controls[ObjectIdentifier(layer)] {
      place.path.append(control)
      if control is PressableControl || control is TextField || control is Slider,
        let frame = frame(of: layer.bounds, in: layer)
      {
        buttons.append((control, frame, place))
      }
    }
    if layer.masksToBounds, let frame = frame(of: layer.bounds, in: layer) {
      let axes = place.path.last.map(Self.axes) ?? []
      if !axes.isEmpty { place.scroller = place.path.last.map(ObjectIdentifier.init) }
      place.visible = place.visible.intersection(frame) ?? .zero
      place.allowed = place.allowed.limited(to: frame, except: axes)
    }
    if case .text(let contents)? = layer.contents { add(contents, layer, place) }
    for sublayer in layer.sublayers.sorted(by: { $0.zPosition < $1.zPosition }) { visit(sublayer, place) }
  }

  private func frame(of rect: Rect, in layer: Layer) -> Rect? {
    let transform = layer.transformToRoot()
    guard let start = transform.project(Point(rect.minX, rect.minY)),
      let end = transform.project(Point(rect.maxX, rect.maxY))
    else { return nil }
    return Rect(start, end)
  }

  private mutating func add(_ contents: TextContents, _ layer: Layer, _ place: Place) {
    guard contents.text.contains(where: { !$0.isWhitespace }) else { return }
    let natural = interface.line(contents.text, style: contents.font).width
    let width = contents.isElastic ? min(natural, contents.maximumWidth ?? natural) : natural
    // From the capitals' upper edge to the baseline: accents and descenders may touch another line.
    let capitals = Interface.capHeight * contents.font.size
    let local = Rect(
      x: layer.bounds.minX, y: layer.bounds.minY + contents.baseline - capitals, width: width,
      height: capitals)
    guard let letters = frame(of: local, in: layer) else { return }
    let text = Text(text: contents.text, letters: letters, place: place)
    texts.append(text)
    if let room = contents.maximumWidth, width > room + 0.5 {
      report("is cut to \(Int(room)) of \(Int(natural)) points", text)
    }
  }

  /// The axes along which a control scrolls what it clips.
  private static func axes(of control: Control) -> Set<Axis> {
    switch "\(type(of: control))" {
    case "ScrollView", "CellGrid", "MenuView", "CrownFacetList", "WallControl", "CrownGridControl":
      [.vertical]
    case "RowStrip", "CrownFacetStrip", "ColumnChips": [.horizontal]
    // A menu scrolls itself.
    case "OverlayPanel" where control.children.contains { "\(type(of: $0))" == "MenuView" }: [.vertical]
    // Typed text moves with the caret, a page with its zoom.
    case "TextField", "PageRulers", "PictureCanvas", "PosterCanvas", "PrintPreview": [.horizontal, .vertical]
    default: []
    }
  }

  // MARK: Comparing

  private mutating func report(_ fault: String, _ text: Text) {
    let path = text.place.path.map { "\(type(of: $0))" }.joined(separator: " › ")
    faults.append(TextFault(fault: fault, text: text.text, place: text.letters, path: path))
  }

  private mutating func compare(_ index: Int) {
    let text = texts[index]
    let letters = text.letters
    guard !letters.isEmpty else { return }
    let inner = letters.inset(by: min(Self.slack, letters.height / 3))
    if !text.place.allowed.outset(by: Self.slack).contains(letters) {
      report(
        window.outset(by: Self.slack).contains(letters) ? "is clipped" : "is outside the window", text)
    }
    if let own = text.place.path.last, !own.frame.isEmpty, text.place.scroller == nil,
      let frame = frame(of: own.layer.bounds, in: own.layer),
      !frame.outset(by: Self.slack).contains(letters)
    {
      report("is not inside its control", text)
    }
    func meets(_ other: Rect, in place: Place) -> Bool {
      guard place.scroller != text.place.scroller else { return overlap(inner, other) }
      guard let seen = inner.intersection(text.place.visible), let shown = other.intersection(place.visible)
      else { return false }
      return overlap(seen, shown)
    }
    for other in texts[..<index] where meets(other.letters, in: other.place) {
      report("overlaps “\(other.text)”", text)
    }
    for (control, frame, place) in buttons where !text.place.path.contains(where: { $0 === control }) {
      guard !place.path.contains(where: { $0 === text.place.path.last && $0 is PressableControl }),
        meets(frame, in: place)
      else { continue }
      report("overlaps \(type(of: control)) “\(control.label)”", text)
    }
  }

  private func overlap(_ a: Rect, _ b: Rect) -> Bool {
    a.intersection(b).map { $0.width > Self.slack && $0.height > Self.slack } ?? false
  }
}

/// A direction in which something scrolls.
private enum Axis: Hashable {
  case horizontal, vertical
}

extension Rect {
  /// Returns the rectangle without what is outside a clip, on whose sides along `axes` there is no limit.
  fileprivate func limited(to clip: Rect, except axes: Set<Axis>) -> Rect {
    let free = 1e6
    let left = axes.contains(.horizontal) ? -free : max(minX, clip.minX)
    let right = axes.contains(.horizontal) ? free : min(maxX, clip.maxX)
    let top = axes.contains(.vertical) ? -free : max(minY, clip.minY)
    let bottom = axes.contains(.vertical) ? free : min(maxY, clip.maxY)
    return Rect(x: left, y: top, width: max(right - left, 0), height: max(bottom - top, 0))
  }
}

// MARK: - Opening everything

/// The texts of a window in one language and size, in all states that can be reached.
public struct TextFitWalk {
  /// The faults, each with the states in which it is seen.
  public private(set) var faults: [TextFault: [String]] = [:]
  /// The number of texts that were compared.
  public private(set) var count = 0
  /// The number of states.
  public private(set) var states = 0
  /// The number of windows whose states were walked through.
  public private(set) var windows = 0

  /// Creates a walk that has seen nothing yet.
  public init() {}

  /// The language and the size of the window, for the report.
  private var context = ""

  /// The faults as lines.
  public var report: String {
    faults.map { "\($0.key) [\(Set($0.value).sorted().prefix(3).joined(separator: ", "))]" }.sorted()
      .joined(separator: "\n")
  }

  /// Compares what a window shows now.
  public mutating func look<Content>(at driver: WindowDriver<Content>, _ state: String) {
    guard let host = driver.content.controlHost else { return }
    let fit = TextFit(of: host, in: host.size)
    count += fit.count
    states += 1
    for fault in fit.faults { faults[fault, default: []].append("\(context): \(state)") }
  }

  /// Compares what a window shows, then what each of its commands and buttons opens, and the menus in that.
  ///
  /// `skipping` returns whether a command or button, by its id, is left out, such as one that acts outside the window.
  public mutating func openAll<Content>(
    of driver: WindowDriver<Content>, skipping: (String) -> Bool = { _ in false }, goingDeeper: Bool = true
  ) {
    guard let host = driver.content.controlHost else { return }
    let ends: Set = ["window.close", "window.quit", "window.menu"]
    look(at: driver, "window")
    host.showPrimaryMenu()
    lookInto(driver, host, "primary menu", goingDeeper)
    for id in host.listedCommands.map(\.id) where !ends.contains(id) && !skipping(id) {
      guard let command = host.listedCommands.first(where: { $0.id == id }), command.isEnabled else {
        continue
      }
      command.action(driver.time)
      lookInto(driver, host, id, goingDeeper)
    }
    for button in Self.buttons(in: host.root) where !skipping(button.id) {
      guard button.host != nil, !button.isHidden, button.isEnabled else { continue }
      _ = button.perform(.press, on: nil, at: driver.time)
      lookInto(driver, host, button.label, goingDeeper)
    }
  }

  private mutating func lookInto<Content>(
    _ driver: WindowDriver<Content>, _ host: ControlHost, _ state: String, _ goesDeeper: Bool
  ) {
    driver.wait(0.3)
    // Until animations have ended.
    driver.wait(1)
    look(at: driver, state)
    if goesDeeper { lookAtMenus(of: driver, state) }
    host.closeOverlays()
    driver.wait(0.1)
  }

  /// Compares the frontmost overlay of a window, and what its buttons open that open menus.
  public mutating func look<Content>(into driver: WindowDriver<Content>, _ state: String) {
    look(at: driver, state)
    lookAtMenus(of: driver, state)
  }

  private mutating func lookAtMenus<Content>(of driver: WindowDriver<Content>, _ state: String) {
    guard let host = driver.content.controlHost else { return }
    if let front = host.overlayGround.children.last {
      for button in Self.buttons(in: front) where button.accessibility.states.contains(.opensMenu) {
        guard button.host != nil, !button.isHidden, button.isEnabled else { continue }
        _ = button.perform(.press, on: nil, at: driver.time)
        driver.wait(0.3)
        guard host.overlayGround.children.last !== front else { continue }
        look(at: driver, "\(state) › \(button.label)")
        driver.key(.escape)
      }
    }
  }

  private static func buttons(in control: Control) -> [Control] {
    guard !control.isHidden else { return [] }
    let own =
      control is Button || control is ChoiceButton || control is ChoiceSwitch || control is ColorButton
    return (own ? [control] : []) + control.children.flatMap(buttons)
  }
}

extension TextFitWalk {
  /// Looks at windows of some sizes in all languages, and opens everything in them: in the smallest size, and in the
  /// pseudo-locale in all sizes. Text of 200 % is looked at in the pseudo-locale, since only the rounding differs.
  ///
  /// - Parameters:
  ///   - sizes: The sizes in points, the smallest first; text of 200 % leaves the smallest as it is.
  ///   - skipping: Returns whether a command or button, by its id, is left out.
  ///   - make: Returns a window in a language, of a size, with some pixels a point.
  public static func all<Content>(
    sizes: [Size], skipping: (String) -> Bool = { _ in false }, goingDeeper: Bool = true,
    _ make: (Language, Size, _ scale: Double) throws -> WindowDriver<Content>
  ) rethrows -> TextFitWalk {
    var walk = TextFitWalk()
    for (name, language) in TestLanguages.all {
      let isPseudo = name == "en_XA"
      for size in sizes {
        for scale in isPseudo && size == sizes.first ? [1.0, 2] : [1] {
          let driver = try make(language, size, scale)
          driver.wait(0.5)
          walk.windows += 1
          walk.context = "\(name) \(Int(size.width))×\(Int(size.height))"
          // Panels have least room in the smallest window, and the longest words in the pseudo-locale.
          if isPseudo || size == sizes.first, scale == 1 {
            walk.openAll(of: driver, skipping: skipping, goingDeeper: goingDeeper && isPseudo)
          } else {
            walk.look(at: driver, "window")
          }
        }
      }
    }
    return walk
  }

  /// The compared texts, in a line.
  public var summary: String {
    "\(count) texts in \(states) states of windows, \(faults.count) faults"
  }
}
