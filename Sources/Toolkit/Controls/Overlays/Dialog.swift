public import Geometry
public import Input
import Scene
public import Text

/// A small dialog: sentences, an optional control below them, and a row of buttons at the bottom.
///
/// Long sentences are wrapped, and buttons that do not fit in a row are stacked, so nothing is cut off in a narrow
/// window or with large text.
open class Dialog: Control {
  /// A sentence of a dialog, wrapped to as many lines as it needs.
  public struct Sentence {
    /// The words.
    public var words: String
    /// The font in which they are set.
    public var style: Font
    /// Whether the sentence is less important.
    public var isSecondary: Bool

    /// Creates a sentence.
    public init(_ words: String, style: Font = Theme.body, isSecondary: Bool = false) {
      (self.words, self.style, self.isSecondary) = (words, style, isSecondary)
    }

    fileprivate var lineHeight: Double { (style.size * 1.4).rounded() }
  }

  /// A short text beside the buttons, such as the progress.
  public var note = "" {
    didSet { if note != oldValue { setNeedsUpdate() } }
  }

  private let sentences: [Sentence]
  private let middle: Control?
  private let buttons: [Button]
  private let middleHeight: Double
  private let width: Double
  private let alignment: HorizontalAlignment
  private let text = Layer()

  private static let margin = 20.0
  private static let sentenceGap = 8.0
  private static let partGap = 16.0

  /// Creates a dialog.
  ///
  /// - Parameters:
  ///   - label: The name for assistive tools.
  ///   - sentences: The texts.
  ///   - middle: A control below the sentences.
  ///   - middleHeight: The height of that control, in points.
  ///   - buttons: The buttons, from left to right.
  ///   - width: The preferred width, in points.
  ///   - alignment: The alignment of the sentences.
  public init(
    label: String, _ sentences: [Sentence], middle: Control? = nil,
    middleHeight: Double = Theme.controlHeight, buttons: [Button], width: Double,
    alignment: HorizontalAlignment = .leading
  ) {
    (self.sentences, self.middle, self.buttons) = (sentences, middle, buttons)
    (self.middleHeight, self.width, self.alignment) = (middleHeight, width, alignment)
    super.init(label: label)
    layer.addSublayer(text)
    for control in [middle].compactMap(\.self) + buttons { addChild(control) }
  }

  public override var isFocusable: Bool { false }
  /// The arrow: the dialog itself cannot be pressed.
  public override var cursor: CursorShape { .arrow }

  /// Closes the dialog.
  public final func close() { host?.close(self) }

  // MARK: Layout

  private func lines(of sentence: Sentence, _ width: Double, _ interface: Interface) -> [String] {
    interface.wrapped(sentence.words, style: sentence.style, width: max(width - 2 * Self.margin, 1))
  }

  /// Returns the height of the sentences, including the margin above them.
  private func textHeight(_ width: Double, _ interface: Interface) -> Double {
    sentences.reduce(Self.margin - Self.sentenceGap) { height, sentence in
      let count = Double(lines(of: sentence, width, interface).count)
      return height + Self.sentenceGap + count * sentence.lineHeight
    }
  }

  /// Returns the buttons in rows: one row, or one button per row if that is too wide.
  private func rows(_ width: Double, _ interface: Interface) -> [[Button]] {
    let widths = buttons.map { $0.preferredSize(in: .zero, interface).width }
    let needed = widths.reduce(Theme.gap * Double(buttons.count - 1), +)
    return needed <= width - 2 * Self.margin ? [buttons] : buttons.reversed().map { [$0] }
  }

  private func buttonsHeight(_ width: Double, _ interface: Interface) -> Double {
    Double(rows(width, interface).count) * (Theme.controlHeight + Theme.gap) - Theme.gap
  }

  public override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    let width = min(width, room.width)
    let middle = middle == nil ? 0 : Self.partGap + middleHeight
    let height = textHeight(width, interface) + middle + Self.partGap + buttonsHeight(width, interface)
    return Size(width, min(height + Self.margin, room.height))
  }

  public override func layOut(_ interface: Interface) {
    let inner = max(bounds.width - 2 * Self.margin, 1)
    middle?.frame = Rect(
      x: Self.margin, y: textHeight(bounds.width, interface) + Self.partGap, width: inner,
      height: middleHeight)
    var y = bounds.height - Self.margin - buttonsHeight(bounds.width, interface)
    for row in rows(bounds.width, interface) {
      let widths = row.map { $0.preferredSize(in: bounds.size, interface).width }
      let taken = widths.reduce(Theme.gap * Double(row.count - 1), +)
      var x = Self.margin + (inner - taken) * (alignment == .center ? 0.5 : 1)
      for (button, width) in zip(row, widths) {
        button.frame = Rect(x: x, y: y, width: width, height: Theme.controlHeight)
          .pixelAligned(scale: interface.scale)
        x += width + Theme.gap
      }
      y += Theme.controlHeight + Theme.gap
    }
  }

  open override func update(_ interface: Interface) {
    let theme = interface.theme
    text.removeSublayers()
    let inner = max(bounds.width - 2 * Self.margin, 1)
    var y = Self.margin
    for sentence in sentences {
      let color = sentence.isSecondary ? theme.secondaryInk : theme.ink
      for line in lines(of: sentence, bounds.width, interface) {
        let room = Rect(x: Self.margin, y: y, width: inner, height: sentence.lineHeight)
        text.addSublayer(
          Layer(line, style: sentence.style, color: color, in: room, alignment: alignment, interface))
        y += sentence.lineHeight
      }
      y += Self.sentenceGap
    }
    guard !note.isEmpty, let first = buttons.first?.frame else { return }
    let room = Rect(
      x: Self.margin, y: first.minY, width: max(first.minX - Self.margin - Theme.gap, 1), height: first.height
    )
    text.addSublayer(
      Layer(note, style: Theme.secondaryFigures, color: theme.secondaryInk, in: room, interface))
  }

  /// The dialog, with its sentences as value.
  open override var accessibility: AccessibilityNode {
    let words = sentences.map(\.words).filter { $0 != label }.joined(separator: "\n")
    return AccessibilityNode(role: .dialog, label: label, value: words.isEmpty ? nil : words, frame: frame)
  }
}
