public import Localization

/// A day of the Gregorian calendar.
public struct CalendarDay: Hashable, Sendable {
  /// The year in the proleptic Gregorian calendar.
  public let year: Int
  /// The month, 1…12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int
  /// The day of the week; 0 is Sunday.
  public let weekday: Int

  /// Creates the day so many days after 1 January 1970; by H. Hinnant, "chrono-Compatible Low-Level Date
  /// Algorithms" (2013).
  public init(daysSince1970 days: Int) {
    let shifted = days + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    weekday = ((days + 4) % 7 + 7) % 7
  }

  /// Returns the day in words, such as "Saturday 21 November".
  public func text(in language: Language) -> String {
    language.localized(
      "{weekday} {day} {month}",
      [
        "weekday": language.localized(Self.weekdays[weekday]), "day": String(day),
        "month": language.localized(Self.months[month - 1]),
      ])
  }

  private static let weekdays = [
    Message("Sunday"), Message("Monday"), Message("Tuesday"), Message("Wednesday"), Message("Thursday"),
    Message("Friday"), Message("Saturday"),
  ]
  private static let months = [
    Message("January"), Message("February"), Message("March"), Message("April"), Message("May"),
    Message("June"), Message("July"), Message("August"), Message("September"), Message("October"),
    Message("November"), Message("December"),
  ]
}
