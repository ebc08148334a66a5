public import Localization
import Text

/// The entrance of a poster when it is played: its motion, how long it takes, and whether it plays again and again.
public struct PosterAnimation: Hashable, Sendable {
  /// A motion of the crown, the lines and the ground.
  public enum Preset: String, Hashable, Sendable, CaseIterable {
    /// The crown drops and settles, and the lines follow one after another.
    case drop
    /// Letters rise one after another.
    case rise
    /// Letters appear as if they were typed.
    case type
    /// Lines unfold downward, and the crown grows.
    case unfold
    /// Lines come nearer and land like a stamp.
    case stamp
    /// The whole poster stands, and a wave goes through crown and lines.
    case pulse
  }

  /// The motion.
  public var preset: Preset
  /// The time from the first to the last picture in seconds, within `durations`.
  public var duration: Double
  /// Whether it begins again after its end. A loop begins with the whole poster, which leaves first.
  public var loops: Bool

  /// Creates an animation of a preset, by default as long as suits it; the duration is in seconds, within `durations`.
  public init(_ preset: Preset, duration: Double? = nil, loops: Bool = false) {
    (self.preset, self.duration, self.loops) = (preset, duration ?? preset.usualDuration, loops)
  }

  /// The range of durations, in seconds: up to five minutes.
  public static let durations = 1.0...300.0
  /// The longest motion in seconds; a longer animation rests afterwards.
  static let longestMotion = 6.0

  /// Reads words such as `drop`, `rise 4s` or `type 5s loop`.
  ///
  /// - Throws: ``PosterError`` if the text is not an animation, or its duration is not within ``durations``.
  public init(parsing text: String) throws(PosterError) {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let name = words.first, let preset = Preset(rawValue: name) else {
      throw PosterError(
        field: "animation",
        message: Message(
          "“{text}” is no animation; write one of {names}, such as “drop 4s loop”",
          ["text": text.excerpt, "names": Preset.names]))
    }
    self.init(preset)
    for word in words.dropFirst() {
      switch word {
      case "loop": loops = true
      case "once": loops = false
      default:
        guard let seconds = Double(word.hasSuffix("s") ? String(word.dropLast()) : word) else {
          throw PosterError(
            field: "animation",
            message: Message(
              "“{word}” is neither seconds such as 4s, nor loop, nor once", ["word": word.excerpt]))
        }
        duration = seconds
      }
    }
    if let fault = Self.fault(ofDuration: duration) { throw PosterError(field: "animation", message: fault) }
  }

  /// Returns the reason why an animation cannot take so many seconds, or nil.
  public static func fault(ofDuration seconds: Double) -> Message? {
    durations.contains(seconds)
      ? nil
      : Message(
        "an animation takes from 1 to 300 seconds, which is five minutes, not {seconds}",
        ["seconds": seconds.isFinite ? seconds.text() : "\(seconds)"])
  }

  /// Returns the number of frames at a rate, at least 2: the first is at 0, the last shows the end.
  public func frameCount(framesPerSecond: Double) -> Int {
    max(2, Int((duration * framesPerSecond).rounded()))
  }

  var members: [JSONMember] {
    [JSONMember("preset", .string(preset.rawValue)), JSONMember("duration", .number(duration))]
      + (loops ? [JSONMember("loop", .bool(true))] : [])
  }

  static let fieldNames = ["preset", "duration", "loop"]
}

extension PosterAnimation.Preset {
  /// The duration that suits the motion, in seconds.
  public var usualDuration: Double {
    switch self {
    case .drop, .unfold, .stamp: 3
    case .rise: 3.5
    case .type: 4
    case .pulse: 2.5
    }
  }

  /// The names of all presets, for messages.
  public static let names =
    allCases.dropLast().map(\.rawValue).joined(separator: ", ") + " and " + (allCases.last?.rawValue ?? "")
}
