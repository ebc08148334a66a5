import Colors
import Controls
import Geometry
import Input
import Localization
import Scene
import Text

/// The contrast of text in the colour on white and on black; a message replaces it while there is one.
final class ContrastReadout: Control {
  private let language: Language
  private var color = RGBA(red: 0, green: 0, blue: 0)
  /// A message shown instead of the contrast.
  var notice: String? {
    didSet { if notice != oldValue { setNeedsUpdate() } }
  }
  /// The text layers for white and for black, four each, which are reused.
  private let labels = (0..<8).map { _ in Layer() }
  /// The columns of a row, and the width for which they were computed.
  private var columns: (width: Double, widths: Columns)?
  /// Whether both backgrounds share one line.
  var isOneLine = false {
    didSet { if isOneLine != oldValue { setNeedsUpdate() } }
  }

  init(_ language: Language) {
    self.language = language
    super.init(label: language.localized("Contrast"))
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  func show(_ color: RGBA) {
    guard color != self.color else { return }
    self.color = color
    setNeedsUpdate()
  }

  /// A background against which contrast is measured.
  private enum Ground: CaseIterable {
    case white, black

    func title(in language: Language, isShort: Bool) -> String {
      switch self {
      case .white: isShort ? language.localized("White") : language.localized("On white")
      case .black: isShort ? language.localized("Black") : language.localized("On black")
      }
    }

    func contrastTitle(in language: Language) -> String {
      switch self {
      case .white: language.localized("Contrast on white")
      case .black: language.localized("Contrast on black")
      }
    }
  }

  private struct Row {
    let ground: Ground
    let contrast: Contrast

    /// Rounded down, so that it never claims a level that is not reached.
    func ratio(in language: Language) -> String {
      language.shown(number: ((contrast.wcag * 100 + 1e-9).rounded(.down) / 100).text(.fixed(2)))
    }
    func level(in language: Language) -> String {
      if contrast.passesAAA { return "AAA" }
      if contrast.passesAA { return "AA" }
      return contrast.passesAALarge
        ? language.localized("AA large") : language.localized("fails", context: "contrast")
    }
    var lightness: String {
      let number = contrast.apca.text(.fixed(0))
      // Untranslated: the sign of a unit.
      return number.hasPrefix("-") ? "Lc −" + number.dropFirst() : "Lc " + number
    }
  }

  private var onWhite: Row {
    Row(ground: .white, contrast: contrast(on: RGBA(hex: 0xffffff)))
  }

  private var onBlack: Row {
    Row(ground: .black, contrast: contrast(on: RGBA(hex: 0x000000)))
  }

  private func contrast(on ground: RGBA) -> Contrast {
    Contrast(text: Color(color), background: Color(ground))
  }

  override func update(_ interface: Interface) {
    if let notice {
      layer.removeSublayers()
      let color = interface.theme.fault
      for (line, words) in wrapped(notice, interface).enumerated() {
        let room = Rect(x: 0, y: Double(line) * 16, width: bounds.width, height: 16)
        layer.addSublayer(Layer(words, style: Theme.secondary, color: color, in: room, interface))
      }
      return
    }
    let lineHeight = min(16, bounds.height / (isOneLine ? 1 : 2))
    let width = isOneLine ? bounds.width / 2 : bounds.width
    let columns = columns(fitting: width - (isOneLine ? 12 : 0), interface)
    if layer.sublayers.first !== labels[0] {
      layer.removeSublayers()
      for label in labels { layer.addSublayer(label) }
    }
    show(onWhite, in: 0, at: .zero, height: lineHeight, columns, interface)
    let second = isOneLine ? Point(width, 0) : Point(0, lineHeight)
    show(onBlack, in: 4, at: second, height: lineHeight, columns, interface)
  }

  private func columns(fitting width: Double, _ interface: Interface) -> Columns {
    if let columns, columns.width == width { return columns.widths }
    let widths = Columns(fitting: width, interface)
    columns = (width, widths)
    return widths
  }

  /// The widths of a row's columns, from the widest possible texts, so that nothing moves.
  private struct Columns {
    let isShort: Bool
    let ground: Double
    let ratio: Double
    /// The column of the level; nil if it does not fit.
    let level: Double?
    /// The column of the lightness contrast; nil if it does not fit.
    let lightness: Double?

    static let gap = 8.0

    /// Chooses the most informative form that fits.
    init(fitting width: Double, _ interface: Interface) {
      let language = interface.language
      func widest(_ texts: [String]) -> Double {
        texts.map { interface.line($0, style: Theme.secondaryFigures).width }.max() ?? 0
      }
      ratio = widest(["21.00"])
      // Untranslated: the sign of a unit.
      let lightness = widest(["Lc −108"])
      let levels = widest([language.localized("AA large")])
      func grounds(isShort: Bool) -> Double {
        widest(Ground.allCases.map { $0.title(in: language, isShort: isShort) })
      }
      let (long, short) = (grounds(isShort: false), grounds(isShort: true))
      let rest = ratio + lightness + levels + 3 * Self.gap
      isShort = long + rest > width
      ground = isShort ? short : long
      level = short + rest > width ? nil : levels
      self.lightness = short + ratio + lightness + 2 * Self.gap > width ? nil : lightness
    }
  }

  /// Shows a row in four of the labels.
  private func show(
    _ row: Row, in first: Int, at origin: Point, height: Double, _ columns: Columns, _ interface: Interface
  ) {
    let theme = interface.theme
    var x = origin.x
    func put(
      _ text: String, _ place: Int, _ color: RGBA, width: Double, _ alignment: HorizontalAlignment = .leading
    ) {
      let room = Rect(x: x, y: origin.y, width: width, height: height)
      labels[first + place].setText(
        text, style: Theme.secondaryFigures, color: color, in: room, alignment: alignment, interface)
      x += width + Columns.gap
    }
    put(
      row.ground.title(in: language, isShort: columns.isShort), 0, theme.secondaryInk, width: columns.ground)
    put(row.ratio(in: language), 1, theme.ink, width: columns.ratio, .trailing)
    labels[first + 2].isHidden = columns.level == nil
    if let width = columns.level { put(row.level(in: language), 2, theme.ink, width: width) }
    labels[first + 3].isHidden = columns.lightness == nil
    if let width = columns.lightness { put(row.lightness, 3, theme.secondaryInk, width: width) }
  }

  /// Returns the text on at most two lines.
  private func wrapped(_ text: String, _ interface: Interface) -> [String] {
    guard bounds.height >= 32 else { return [text] }
    let lines = interface.wrapped(text, style: Theme.secondary, width: bounds.width)
    return Array(lines.prefix(1)) + (lines.count > 1 ? [lines.dropFirst().joined(separator: " ")] : [])
  }

  override var accessibility: AccessibilityNode {
    let lines = [onWhite, onBlack].map {
      AccessibilityNode(
        role: .text, label: $0.ground.contrastTitle(in: language),
        value: language.localized(
          "{ratio}, {level}, APCA {lightness}",
          ["ratio": $0.ratio(in: language), "level": $0.level(in: language), "lightness": $0.lightness]),
        frame: frame)
    }
    let fault = notice.map {
      AccessibilityNode(role: .text, label: language.localized("Fault"), value: $0, frame: frame)
    }
    return AccessibilityNode(
      role: .group, label: label, frame: frame, children: (fault.map { [$0] } ?? []) + lines)
  }
}
