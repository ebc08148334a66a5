public import Localization

/// The time at which a clock starts, read from the command line.
public struct ClockStart: Hashable, Sendable {
  /// The day, in days since 1970, or nil for the current one.
  public var day: Int?

  /// The seconds since midnight, or since something began.
  public var time: ClockInstant

  /// A text that is not a time, with a message that says how to write one.
  public struct Fault: Error, Hashable, Sendable {
    /// What to write instead.
    public let message: Message
  }

  /// Reads `10:10`, `10:10:00.2` or `2026-03-29T01:59:58`.
  ///
  /// Throws words that say how to write a time.
  public init(_ text: String) throws(Fault) {
    let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2 { day = try Self.day(parts[0]) }
    let fields = parts[parts.count - 1].split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count == 2 || fields.count == 3, let hour = Self.number(fields[0], upTo: 23),
      let minute = Self.number(fields[1], upTo: 59)
    else { throw Self.fault }
    var second = (whole: 0, fraction: 0.0)
    if fields.count == 3 {
      let halves = fields[2].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      guard let whole = Self.number(halves[0], upTo: 59) else { throw Self.fault }
      second.whole = whole
      if halves.count == 2 {
        guard (1...9).contains(halves[1].count), halves[1].allSatisfy(Self.isFigure),
          let fraction = Double("0." + halves[1])
        else { throw Self.fault }
        second.fraction = fraction
      }
    }
    time = ClockInstant(second: hour * 3600 + minute * 60 + second.whole, fraction: second.fraction)
  }

  /// Returns the instant in UTC at which a clock shows this, on `today` unless it has a day of its own.
  ///
  /// Of two such instants, when clocks are set back, it is the first; of none, the one an hour later.
  public func instant(today: Int, zoneOffset: (Int) -> Int) -> ClockInstant {
    let local = (day ?? today) * 86400 + time.second
    let near = [zoneOffset(local - 86400), zoneOffset(local + 86400)]
    let exact = near.map { local - $0 }.filter { $0 + zoneOffset($0) == local }.min()
    return ClockInstant(second: exact ?? local - near[0], fraction: time.fraction)
  }

  private static let fault = Fault(
    message: Message("write a time as 10:10, 10:10:00.2 or 2026-03-29T01:59:58"))

  private static func isFigure(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }

  private static func number(_ text: Substring, upTo limit: Int) -> Int? {
    guard (1...2).contains(text.count), text.allSatisfy(isFigure), let number = Int(text), number <= limit
    else { return nil }
    return number
  }

  private static func day(_ text: Substring) throws(Fault) -> Int {
    let fields = text.split(separator: "-", omittingEmptySubsequences: false)
    guard fields.count == 3, fields[0].count == 4, fields[0].allSatisfy(isFigure), let year = Int(fields[0]),
      let month = number(fields[1], upTo: 12), let day = number(fields[2], upTo: 31), month > 0, day > 0
    else { throw fault }
    let result = CalendarDay.daysSince1970(year: year, month: month, day: day)
    let back = CalendarDay(daysSince1970: result)
    guard back.year == year, back.month == month, back.day == day else {
      throw Fault(message: Message("there is no {date}", ["date": String(text)]))
    }
    return result
  }
}

extension CalendarDay {
  /// Returns the days from 1 January 1970 to a day; by H. Hinnant, as the other way round.
  static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = floorDivide(shiftedYear, 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
