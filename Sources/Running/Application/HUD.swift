// Untranslated file: measurements for developers.

import Colors
import Controls
import Geometry
import Scene
import Typography

/// A card over a window that shows its frame times and the reason for the last frame.
///
/// It is dark on light and on dark windows, takes no input, and changes only on request.
final class HUD {
  let layer = Layer()

  private let interface: Interface
  private let card = Layer()
  private let inside = Layer()
  private let graph = Layer()
  private let budgetLine = Layer()
  private let texts = Layer()
  private var bars: [(interval: Layer, work: Layer)] = []
  private var form = Form.whole

  /// The form that fits the window.
  private enum Form {
    case whole
    case words
  }

  init(typesetter: Typesetter) {
    interface = Interface(typesetter: typesetter, theme: Theme(.dark), scale: 1)
    layer.name = "HUD"
    layer.addSublayer(card)
    card.addSublayer(inside)
    for part in [graph, texts] { inside.addSublayer(part) }
    card.backgroundColor = RGBA(hex: 0x121212, alpha: 0.86)
    card.borderColor = RGBA(hex: 0xffffff, alpha: 0.2)
    card.cornerRadius = Theme.fieldRadius
    // The card itself does not mask, since clipping to round corners needs a texture as large as the window.
    inside.masksToBounds = true
    for _ in 0..<HUDHistory.capacity {
      let bar = (interval: Layer(), work: Layer())
      for part in [bar.interval, bar.work] { graph.addSublayer(part) }
      bars.append(bar)
    }
    graph.addSublayer(budgetLine)
    budgetLine.backgroundColor = RGBA(hex: 0xffffff, alpha: 0.4)
  }

  // MARK: Places

  private static let barWidth = 2.0
  private static let padding = 10.0
  private static let lineHeight = 18.0
  private static let graphHeight = 44.0
  private static let distance = 8.0

  /// The size of the whole card in points.
  static let size = Size(
    width: 2 * padding + barWidth * Double(HUDHistory.capacity),
    height: 2 * padding + graphHeight + 3 * lineHeight + 6)

  /// Places the card in the top right corner of a window, without the graph if that does not fit.
  func layOut(size: Size, scale: Double) {
    interface.scale = scale
    let room = Size(width: size.width - 2 * Self.distance, height: size.height - 2 * Self.distance)
    form = room.width >= Self.size.width && room.height >= Self.size.height ? .whole : .words
    var frame = Rect(origin: .zero, size: Self.size)
    if form == .words {
      frame = Rect(
        x: 0, y: 0, width: max(0, min(Self.size.width, room.width)),
        height: max(0, min(2 * Self.lineHeight + 8, room.height)))
    }
    frame.origin = Point(snapped(size.width - Self.distance - frame.width), Self.distance)
    card.frame = frame
    inside.frame = card.bounds
    card.borderWidth = interface.hairline
    graph.isHidden = form == .words
    graph.frame = Rect(
      x: Self.padding, y: Self.padding + Self.lineHeight + 2, width: Self.size.width - 2 * Self.padding,
      height: Self.graphHeight)
  }

  private func snapped(_ value: Double) -> Double { (value * interface.scale).rounded() / interface.scale }

  // MARK: Content

  /// Shows the recorded frames; `budget` is the time available for a frame, in seconds, if known.
  func show(_ history: HUDHistory, budget: Double?) {
    guard let last = history.frames.last else { return }
    let limit = budget ?? 1.0 / 60
    if form == .whole { drawBars(history.frames, limit: limit) }
    texts.removeSublayers()
    let width = card.bounds.width - 2 * Self.padding
    let top = form == .whole ? Self.padding - 2 : 4
    let work = "\(HUDText.milliseconds(last.work)) work"
    let cause = "Frame \(history.count)  ·  \(last.reason.rawValue)"
    guard form == .whole else {
      add(work, at: top, width: width)
      return add(cause, at: top + Self.lineHeight, width: width, isSecondary: true)
    }
    add(work, at: top, width: width / 2)
    let pace = last.interval.map { "\(HUDText.milliseconds($0)) apart" } ?? "after a rest"
    add(pace, at: top, from: width / 2, width: width / 2, alignment: .trailing, isSecondary: true)
    let below = graph.frame.maxY + 4
    add(HUDText.count(last.draws, "draw"), at: below, width: width / 2)
    let uploads = "\(HUDText.bytes(last.uploadedBytes)) uploaded"
    add(uploads, at: below, from: width / 2, width: width / 2, alignment: .trailing, isSecondary: true)
    guard last.reason == .input, let latency = history.latency else {
      return add(cause, at: below + Self.lineHeight, width: width, isSecondary: true)
    }
    add(cause, at: below + Self.lineHeight, width: width / 2, isSecondary: true)
    add(
      "\(HUDText.milliseconds(latency)) from input", at: below + Self.lineHeight, from: width / 2,
      width: width / 2, alignment: .trailing, isSecondary: true)
  }

  private func add(
    _ text: String, at y: Double, from x: Double = 0, width: Double,
    alignment: HorizontalAlignment = .leading,
    isSecondary: Bool = false
  ) {
    let theme = interface.theme
    texts.addSublayer(
      Layer(
        text, style: Theme.secondaryFigures, color: isSecondary ? theme.ink.withAlpha(0.72) : theme.ink,
        in: Rect(x: Self.padding + x, y: y, width: width, height: Self.lineHeight), alignment: alignment,
        interface))
  }

  /// Draws a bar for each frame, the newest at the right: its work, and behind it the time since the last frame.
  private func drawBars(_ frames: [HUDHistory.Frame], limit: Double) {
    let height = Self.graphHeight
    // Twice the budget fills the graph.
    func length(_ seconds: Double) -> Double {
      max(interface.hairline, snapped(min(seconds / (2 * limit), 1) * height))
    }
    budgetLine.frame = Rect(
      x: 0, y: snapped(height / 2), width: graph.bounds.width, height: interface.hairline)
    let skipped = bars.count - frames.count
    for (index, bar) in bars.enumerated() {
      let frame = index < skipped ? nil : frames[index - skipped]
      let values = [(bar.interval, frame?.interval), (bar.work, frame?.work)]
      for (layer, seconds) in values {
        layer.isHidden = seconds == nil
        guard let seconds else { continue }
        layer.frame = Rect(
          x: Double(index) * Self.barWidth, y: height - length(seconds), width: Self.barWidth,
          height: length(seconds))
      }
      bar.interval.backgroundColor = RGBA(hex: 0xffffff, alpha: 0.24)
      bar.work.backgroundColor =
        (frame?.work ?? 0) > limit ? interface.theme.fault : RGBA(hex: 0xffffff, alpha: 0.9)
    }
  }
}

/// Formats frame statistics with a constant number of decimals.
enum HUDText {
  /// Returns a time as "3.2 ms".
  static func milliseconds(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0 else { return "– ms" }
    let tenths = Int(min((seconds * 10000).rounded(), 999_990))
    return "\(tenths / 10).\(tenths % 10) ms"
  }

  /// Returns a count, as "1 draw" or "12 draws".
  static func count(_ number: Int, _ one: String) -> String {
    "\(number) \(one)\(number == 1 ? "" : "s")"
  }

  /// Returns an amount of memory, as "0 B", "3.1 KB" or "1.5 MB".
  static func bytes(_ count: Int) -> String {
    if count < 1000 { return "\(count) B" }
    let isSmall = count < 999_950
    let tenths = (Double(count) / (isSmall ? 100 : 100_000)).rounded()
    return "\(Int(tenths) / 10).\(Int(tenths) % 10) \(isSmall ? "KB" : "MB")"
  }
}

/// The last frames of a window.
struct HUDHistory: Hashable, Sendable {
  /// The cost of one frame.
  struct Frame: Hashable, Sendable {
    var reason: FrameReason
    /// The work in seconds, from the event that woke the window to the submission to the driver.
    var work: Double
    /// The seconds since the previous frame, or nil after a rest.
    var interval: Double?
    var draws: Int
    var uploadedBytes: Int

    init(
      reason: FrameReason, work: Double, interval: Double?, draws: Int, uploadedBytes: Int
    ) {
      self.reason = reason
      self.work = work
      self.interval = interval
      self.draws = draws
      self.uploadedBytes = uploadedBytes
    }
  }

  /// The maximum number of frames.
  static let capacity = 120

  /// The interval above which two frames are separated by a rest, in seconds.
  static let rest = 0.1

  /// The last frames, newest last.
  private(set) var frames: [Frame] = []

  /// The number of frames since the window opened.
  private(set) var count = 0

  /// The seconds from the last input to the presentation of its frame.
  var latency: Double?

  init() {}

  mutating func add(_ frame: Frame) {
    if frames.count == Self.capacity { frames.removeFirst() }
    frames.append(frame)
    count += 1
  }
}
