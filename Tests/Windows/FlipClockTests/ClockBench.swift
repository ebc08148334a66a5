import ColorPicker
import Geometry
import Localization
import Scene
import Typography

@testable import FlipClock

/// A face with clocks that a test sets, in a window of its own.
final class ClockBench {
  /// The simulated clocks; `time` is that of the frame loop.
  final class Clocks {
    var time = 0.0
    /// The wall's clock and the one that does not stop in sleep, at loop time 0.
    var wall: ClockInstant
    var elapsed = ClockInstant(second: 500)

    init(wall: ClockInstant) { self.wall = wall }

    var observation: ClockObservation {
      ClockObservation(time: time, wall: wall.advanced(by: time), elapsed: elapsed.advanced(by: time))
    }
  }

  let clocks: Clocks
  let work: Clockwork
  let face: ClockFace

  /// Whether the window takes the sizes that the face asks for.
  var resizes = false
  private let size: Size

  /// The face's requests to its window.
  private(set) var requests: [ClockFace.Request] = []
  /// The settings that were to be remembered.
  var kept: [ClockSettings] = []
  /// The number of countdowns that have ended.
  private(set) var timesUp = 0

  // Reading the fonts once is enough for all tests of one thread.
  init(
    _ start: Int, fraction: Double = 0, mode: ClockMode = .timeOfDay, rate: Double = 1,
    size: Size = Size(width: 300, height: 120), language: Language = .english,
    zoneOffset: @escaping (Int) -> Int = { _ in 0 }, change: (inout ClockSettings) -> Void = { _ in }
  ) {
    self.size = size
    let clocks = Clocks(wall: ClockInstant(second: start, fraction: fraction))
    self.clocks = clocks
    var settings = ClockSettings()
    change(&settings)
    work = Clockwork(
      mode: mode, settings: settings, rate: rate, language: language, observe: { clocks.observation },
      zoneOffset: zoneOffset)
    face = ClockFace(work: work, typesetter: Typesetter(), scale: 1, language: language)
    face.colorPickers = .panels
    face.delegate = self
    face.layOut(size: size, scale: 1)
    _ = face.advance(to: 0)
  }

  /// Draws a frame at a time of the loop; returns when the next is needed.
  @discardableResult func frame(at time: Double) -> Double? {
    clocks.time = time
    return face.advance(to: time)
  }

  var digits: [FlipDigit] { face.dial.stage.digits }

  /// The digits that the cards show or are falling toward.
  var goal: String { String(digits.map(\.target)) }

  /// The digits that have landed.
  var landed: String { String(digits.map(\.landed)) }

  var isAtRest: Bool { digits.allSatisfy { $0.fallingLeaves.isEmpty && $0.waiting.isEmpty } }

  /// The half cards and leaves on the stage.
  var layerCount: Int { digits.reduce(0) { $0 + $1.layer.sublayers.count } }

  func displayList(at time: Double) -> DisplayList {
    var list = DisplayList()
    list.record(face.layer, at: time)
    return list
  }

  /// 10:09:58 on 21 November 2026 in UTC.
  static let evening =
    CalendarDay.daysSince1970(year: 2026, month: 11, day: 21) * 86400 + 10 * 3600 + 9 * 60 + 58
}

extension ClockBench: ClockFaceDelegate {
  func clockFace(_ face: ClockFace, requests request: ClockFace.Request) {
    requests.append(request)
    guard resizes else { return }
    switch request {
    case .makeRoom(let needed):
      face.layOut(
        size: Size(max(face.size.width, needed.width), max(face.size.height, needed.height)), scale: 1)
    case .giveRoomBack: face.layOut(size: size, scale: 1)
    default: break
    }
  }
  func clockFace(_ face: ClockFace, changed settings: ClockSettings) { kept.append(settings) }
  func clockFaceTimeIsUp(_ face: ClockFace) { timesUp += 1 }
}
