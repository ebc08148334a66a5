import Controls
import Geometry
import Application
import Typography

extension DemoScene {
  /// A flip clock as a full hour comes, when all of its cards fall.
  package static let clock = clock(
    // Untranslated: scripts read what scenes are called.
    "clock", "a flip clock as the hour changes", hour: 9, minute: 59, second: 57)

  /// The same between full minutes, when one card falls a second.
  package static let clockSecond = clock(
    // Untranslated: as above.
    "clock-second", "a flip clock of which one card falls a second", hour: 10, minute: 0, second: 31)

  /// A clock from half a second past a time of 29 March 2026.
  private static func clock(
    _ name: String, _ summary: String, hour: Int, minute: Int, second: Int
  ) -> DemoScene {
    DemoScene(
      name, summary, size: ClockProgram.defaultSize, minimumSize: ClockProgram.minimumSize, duration: 5,
      make: { environment in
        let start = ClockInstant(
          second: 20541 * 86400 + hour * 3600 + minute * 60 + second, fraction: 0.5)
        let observation = ClockObservation(time: 0, wall: start, elapsed: .zero)
        let work = Clockwork(mode: .timeOfDay, settings: ClockSettings(), observe: { observation })
        let face = ClockFace(
          work: work, typesetter: environment.typesetter, scale: environment.interface.scale)
        face.reducesMotion = false
        return face
      })
  }
}
