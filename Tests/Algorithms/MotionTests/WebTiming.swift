import Foundation
import Motion
import TestSupport
import Testing

/// Rows recorded from the web platform tests: how they are read, and which say nothing about this library.
struct WebTiming {
  typealias Row = [String: Any]

  static let isPresent = Reference.file("wpt_timing.json") != nil

  /// Why a row does not apply, or nil when it does.
  static func reasonToSkip(_ row: Row) -> String? {
    if row["error"] != nil { return "the recording failed; there is no expected value" }
    let test = row["test"] as? String ?? ""
    if test.contains("not associated with an animation") || test.contains("local time is unresolved") {
      return "an animation without a clock; here time is always an argument"
    }
    if row["property"] as? String == "filter" { return "filter lists; nothing here has filters" }
    return nil
  }

  static func sections() throws -> [(file: String, rows: [Row])] {
    let path = try #require(Reference.file("wpt_timing.json"))
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path))) as? [String: Any])
    var sections: [(String, [Row])] = []
    for section in ["css_easing", "timing_model", "composition"] {
      let files = try #require(root[section] as? [String: [Row]])
      for (file, rows) in files.sorted(by: { $0.key < $1.key }) { sections.append((file, rows)) }
    }
    return sections
  }

  static func number(_ any: Any?) -> Double? {
    if let text = any as? String {
      return text == "Infinity" ? .infinity : text == "-Infinity" ? -.infinity : Double(text)
    }
    return (any as? NSNumber)?.doubleValue
  }

  static func timing(_ row: Any?, playbackRate: Double = 1) throws -> Timing {
    let row = row as? [String: Any] ?? [:]
    var timing = Timing(duration: number(row["duration"]) ?? 0)
    timing.delay = number(row["delay"]) ?? 0
    timing.endDelay = number(row["endDelay"]) ?? 0
    timing.iterations = number(row["iterations"]) ?? 1
    timing.iterationStart = number(row["iterationStart"]) ?? 0
    timing.speed = playbackRate
    if let text = row["easing"] as? String { timing.easing = try TimingFunction(parsing: text) }
    timing.fill = try fill(row["fill"] as? String ?? "none")
    timing.direction = try direction(row["direction"] as? String ?? "normal")
    return timing
  }

  private static func fill(_ name: String) throws -> Timing.Fill {
    let fills: [String: Timing.Fill] = [
      "none": .none, "forwards": .forwards, "backwards": .backwards, "both": .both,
    ]
    return try #require(fills[name])
  }

  private static func direction(_ name: String) throws -> Timing.Direction {
    let directions: [String: Timing.Direction] = [
      "normal": .normal, "reverse": .reverse, "alternate": .alternate, "alternate-reverse": .alternateReverse,
    ]
    return try #require(directions[name])
  }

  /// The parent's time at which a timing has the local time that a row's last step sets.
  static func time(_ row: Row, _ timing: Timing) throws -> Double {
    let steps = row["ops"] as? [[Any]] ?? []
    let last = steps.last { ["currentTime", "finish"].contains($0.first as? String) }
    let local = last?.first as? String == "finish" ? timing.localEnd : number(last?.dropFirst().first) ?? 0
    return try #require(timing.parentTime(atLocal: local))
  }

  /// Returns the value of a stack of animations of one property, in the words of the tests.
  static func value(of animations: [Row], property: String, base: String) throws -> WebValue {
    var value: WebValue? = base.isEmpty ? nil : WebValue(base)
    for animation in animations {
      let timing = try timing(animation["timing"])
      let effect = try effect(animation, property: property)
      let underlying = try #require(value ?? effect.keyframes.lazy.compactMap(\.value).first.map { $0.zero })
      value = effect.value(at: try time(animation, timing), timing: timing, over: underlying)
    }
    return try #require(value)
  }

  private static func effect(_ row: Row, property: String) throws -> KeyframeEffect<WebValue> {
    let timing = row["timing"] as? [String: Any] ?? [:]
    let accumulates = timing["iterationComposite"] as? String == "accumulate"
    let steps = row["ops"] as? [[Any]] ?? []
    let changed = steps.last { $0.first as? String == "composite" }?.last as? String
    let whole = changed ?? timing["composite"] as? String
    if let list = row["keyframes"] as? [Row] {
      let frames = try list.enumerated().map { index, frame in
        Keyframe(
          frame[property].map { WebValue($0) },
          at: number(frame["offset"]) ?? (list.count < 2 ? 1 : Double(index) / Double(list.count - 1)),
          easing: try (frame["easing"] as? String).map { try TimingFunction(parsing: $0) } ?? .linear,
          composition: composition(frame["composite"] as? String ?? whole))
      }
      return KeyframeEffect(frames, isCumulative: accumulates)
    }
    let frames = try #require(row["keyframes"] as? Row)
    let values = try #require(frames[property] as? [Any]).map { WebValue($0) }
    return KeyframeEffect(
      values: values, composition: composition(frames["composite"] as? String ?? whole),
      isCumulative: accumulates)
  }

  private static func composition(_ name: String?) -> CompositeOperation {
    name == "add" ? .add : name == "accumulate" ? .accumulate : .replace
  }
}

/// A CSS value as its numbers and the text around them; percentages are of 100 px, `vw` counts as nothing.
struct WebValue: Interpolatable, Sendable {
  let words: String
  let numbers: [Double]

  init(_ any: Any) {
    let text = (any as? String) ?? WebTiming.number(any).map { "\($0)" } ?? ""
    var found: [Double] = []
    let pattern = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?(px|%|vw)?/
    let rest = text.replacing(pattern) { match in
      let unit = String(match.1 ?? "")
      found.append(unit == "vw" ? 0 : Double(String(match.0).dropLast(unit.count)) ?? 0)
      return "#"
    }
    if rest.hasPrefix("calc(") {
      found = [found.reduce(0, +)]
      words = "#"
    } else {
      words = rest
    }
    numbers = found
  }

  private init(words: String, numbers: [Double]) {
    self.words = words
    self.numbers = numbers
  }

  var zero: WebValue { WebValue(words: words, numbers: numbers.map { _ in 0 }) }

  func interpolated(to other: WebValue, at fraction: Double) -> WebValue {
    guard words == other.words else { return fraction < 0.5 ? self : other }
    return WebValue(
      words: words, numbers: zip(numbers, other.numbers).map { $0.interpolated(to: $1, at: fraction) })
  }

  func adding(_ value: WebValue) -> WebValue {
    words == value.words
      ? WebValue(words: words, numbers: zip(numbers, value.numbers).map { $0 + $1 }) : value
  }

  func accumulating(_ value: WebValue, times: Double) -> WebValue {
    guard words == value.words else { return self }
    return WebValue(words: words, numbers: zip(numbers, value.numbers).map { $0 + $1 * times })
  }

  /// Whether it is the same to a tolerance; colours are clamped as they would be when drawn, opacity as well.
  func matches(_ other: WebValue, within tolerance: Double, property: String) -> Bool {
    guard words == other.words, numbers.count == other.numbers.count else { return false }
    let isColor = words.contains("rgb")
    return zip(numbers, other.numbers).allSatisfy { a, b in
      let drawn = property == "opacity" ? min(max(a, 0), 1) : isColor && b <= 255 ? min(a, max(b, 255)) : a
      let shown = isColor && a > 255 && b == 255 ? 255 : drawn
      return (shown - b).magnitude <= tolerance
    }
  }
}
