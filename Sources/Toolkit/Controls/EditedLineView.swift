import Geometry
import Input
import Scene
import Typography

/// The visible line of an edited text with its selection and composition, scrolled so that the caret is visible.
///
/// Layers are reused when the text changes, since all fields of a picker change in every frame of a drag.
final class EditedLineView {
  /// The layer that shows the text and clips it.
  let layer = Layer()
  private let marks = Layer()
  private let words = Layer()
  private let beam = Layer()
  private let alignment: HorizontalAlignment

  /// The laid-out text.
  private var line: TextLine?
  /// Whether the field is laid out from right to left; its text is not reflected.
  private var isMirrored = false
  /// The start of the text, in the field's points.
  private var start = 0.0
  private var scroll = 0.0

  /// Creates a view of an empty line; `alignment` applies to text shorter than the space.
  init(alignment: HorizontalAlignment) {
    self.alignment = alignment
    layer.masksToBounds = true
    for part in [marks, words, beam] { layer.addSublayer(part) }
  }

  // MARK: Positions

  /// Returns the position of the caret after `count` visible characters, in the field's points.
  func x(after count: Int) -> Double { start + caret(after: count) }

  /// Returns a position in the text, from its left edge, in the field's direction, or the other way round.
  private func directed(_ x: Double) -> Double { isMirrored ? (line?.width ?? 0) - x : x }

  private func caret(after count: Int) -> Double { directed(line?.caret(at: count).x ?? 0) }

  /// Returns the frame of a stretch of the text, from its left edge, in the field's direction.
  private func frame(of stretch: ClosedRange<Double>, from origin: Double, y: Double) -> Rect {
    let start = directed(isMirrored ? stretch.upperBound : stretch.lowerBound)
    return Rect(x: origin + start, y: y, width: stretch.upperBound - stretch.lowerBound, height: 18)
  }

  /// Whether the text as a whole is written from right to left.
  var isRightToLeft: Bool { line?.isRightToLeft ?? false }

  /// Returns the number of characters before the caret position nearest to `x`, in the field's points.
  func offset(at x: Double) -> Int {
    let x = directed(x - start)
    guard let line else { return 0 }
    return (0...line.characterCount).min {
      (line.caret(at: $0).x - x).magnitude < (line.caret(at: $1).x - x).magnitude
    } ?? 0
  }

  /// Returns the frames of all characters in a field with this frame; nil before the first layout.
  func characterFrames(in frame: Rect) -> [Rect]? {
    line?.characterStretches.map { self.frame(of: $0, from: frame.minX + start, y: frame.midY - 9) }
  }

  /// Scrolls to the beginning of the text, unless the caret is elsewhere.
  func scrollToStart() { scroll = 0 }

  // MARK: Showing

  /// Shows a text.
  ///
  /// - Parameters:
  ///   - text: The edited text.
  ///   - composition: The text that an input method is composing at the caret.
  ///   - isFocused: Whether the caret and the selection are shown.
  ///   - frame: The visible part of the field, which has the field's height.
  ///   - room: The part of the field for the text.
  ///   - isMirrored: Whether the field is laid out from right to left.
  func show(
    _ text: EditableText, composing composition: Composition, isFocused: Bool, frame: Rect, room: Rect,
    isMirrored: Bool, _ interface: Interface
  ) {
    self.isMirrored = isMirrored
    let seen = text.text(composing: composition)
    let line = interface.line(seen, style: Theme.figures)
    self.line = line
    layer.frame = frame
    let caret = caret(after: text.caret(composing: composition))
    start = start(of: line.width, in: room, caret: isFocused ? caret : nil)
    let origin = start - layer.frame.minX
    mark(text, composition, in: line, at: origin, isFocused, interface)
    words.frame = Rect(x: origin, y: 0, width: line.width, height: frame.height)
    words.contents = .text(
      TextContents(
        seen, font: Theme.figures, color: interface.theme.ink,
        baseline: interface.baseline(of: Theme.figures, inHeight: frame.height)))
    beam.isHidden = !isFocused || !text.selection.isEmpty
    if !beam.isHidden { placeBeam(at: origin + caret, interface) }
  }

  /// Shows the selection behind the text, and underlines the composition.
  private func mark(
    _ text: EditableText, _ composition: Composition, in line: TextLine, at origin: Double, _ isFocused: Bool,
    _ interface: Interface
  ) {
    let theme = interface.theme
    let bounds = layer.bounds
    if !marks.sublayers.isEmpty { marks.removeSublayers() }
    func mark(_ range: Range<Int>) {
      for part in line.selection(range) {
        let rect = frame(of: part.minX...part.maxX, from: origin, y: bounds.midY - 9)
        marks.addSublayer(Layer(rect, fill: theme.selection, radius: 2))
      }
    }
    if isFocused, !text.selection.isEmpty { mark(text.selection) }
    guard !composition.isEmpty else { return }
    let start = text.caret
    let converted = composition.selection
    let baseline = interface.baseline(of: Theme.figures, inHeight: bounds.height)
    for part in line.selection(start..<start + composition.text.count) {
      var rule = frame(of: part.minX...part.maxX, from: origin, y: baseline + 2)
      rule.size.height = max(1, interface.hairline)
      marks.addSublayer(Layer(rule.pixelAligned(scale: interface.scale), fill: theme.ink))
    }
    mark(start + converted.lowerBound..<start + converted.upperBound)
  }

  private func placeBeam(at x: Double, _ interface: Interface) {
    let width = max(1, interface.hairline)
    let caret = Rect(x: x - width / 2, y: layer.bounds.midY - 9, width: width, height: 18)
    beam.frame = caret.pixelAligned(scale: interface.scale)
    beam.backgroundColor = interface.theme.ink
  }

  /// Returns the start of a text that is aligned in its space, or scrolled so that the caret is visible.
  private func start(of width: Double, in room: Rect, caret: Double?) -> Double {
    guard width > room.width else {
      scroll = 0
      return alignment == .trailing ? room.maxX - width : room.minX
    }
    guard let caret else { return self.caret(after: 0) > width / 2 ? room.maxX - width : room.minX }
    scroll = min(max(scroll, caret - room.width), caret)
    scroll = min(max(scroll, 0), width - room.width)
    return room.minX - scroll
  }
}
