import Localization

/// The content of a clock: the characters on its cards and the caption.
public struct ClockReading: Hashable, Sendable {
  /// The characters, one per card, in groups.
  public var groups: [[Character]]

  /// How long each card shows one character, in seconds, or nil if unknown.
  public var periods: [Int?]

  /// The caption: the date, the half of the day, a lap.
  public var caption: String

  /// Whether the caption must be readable from a distance.
  public var isNotice = false

  /// Whether room for a caption is kept without one, so that cards do not move when one appears.
  public var keepsCaptionRoom = false

  /// Creates a reading; by default the periods are unknown.
  public init(groups: [[Character]], periods: [Int?]? = nil, caption: String = "") {
    self.groups = groups
    self.periods = periods ?? Array(repeating: nil, count: groups.reduce(0) { $0 + $1.count })
    self.caption = caption
  }

  /// The characters of all cards in order.
  public var characters: [Character] { groups.flatMap { $0 } }

  /// The number of cards in each group; only readings with the same shape can flip into each other.
  var shape: [Int] { groups.map(\.count) }
}

extension ClockReading {
  /// Creates the reading of a time of day from `localSecond`, the seconds since 1970 in local time.
  init(localSecond: Int, settings: ClockSettings, language: Language) {
    let day = floorDivide(localSecond, 86400)
    let second = localSecond - day * 86400
    let (hour, minute) = (second / 3600, second / 60 % 60)
    let isTwelve = settings.hours == .twelve
    let shownHour = isTwelve ? (hour + 11) % 12 + 1 : hour
    groups = [digits(shownHour, blankingZero: isTwelve), digits(minute)]
    periods = [nil, 3600, 600, 60]
    if settings.showsSeconds {
      groups.append(digits(second % 60))
      periods += [10, 1]
    }
    var words: [String] = []
    if isTwelve { words.append(hour < 12 ? language.localized("AM") : language.localized("PM")) }
    if settings.showsDate { words.append(CalendarDay(daysSince1970: day).text(in: language)) }
    caption = words.joined(separator: "  ·  ")
  }

  /// Creates the reading of a duration; hours are shown if it has any, or if `hasHours` is set.
  init(seconds: Int, hasHours: Bool, caption: String) {
    let hours = min(seconds / 3600, 99)
    groups = [digits(seconds / 60 % 60), digits(seconds % 60)]
    periods = [600, 60, 10, 1]
    if hasHours || hours > 0 {
      groups.insert(digits(hours), at: 0)
      periods = [36000, 3600] + periods
    }
    self.caption = caption
  }

  /// Creates the reading of a score with at least `places` cards, padded with blanks in front.
  init(score: Int, places: Int) {
    let text = (score < 0 ? "−" : "") + String(score.magnitude)
    let blanks = String(repeating: " ", count: max(0, places - text.count))
    self.init(groups: [Array(blanks + text)])
  }
}

private func digits(_ number: Int, blankingZero: Bool = false) -> [Character] {
  let tens: Character = blankingZero && number < 10 ? " " : digit(number / 10)
  return [tens, digit(number % 10)]
}

/// Returns the last digit of a non-negative number.
private func digit(_ number: Int) -> Character {
  Character(Unicode.Scalar(UInt8(48 + number % 10)))
}

/// Returns the quotient rounded down, also for dates before 1970.
func floorDivide(_ number: Int, _ divisor: Int) -> Int {
  let quotient = number / divisor
  return number % divisor < 0 ? quotient - 1 : quotient
}
