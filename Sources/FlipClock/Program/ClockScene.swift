import Controls
import Geometry
import Studio
import Typography

extension DemoScene {
  /// A flip clock as a full hour comes, when all of its cards fall.
  package static let clock = DemoScene(
    "clock", "a flip clock as the hour changes", size: ClockProgram.defaultSize,
    minimumSize: ClockProgram.minimumSize, duration: 5,
    make: { environment in
      // 29 March 2026, 09:59:57.5.
      let start = ClockInstant(second: 20541 * 86400 + 9 * 3600 + 59 * 60 + 57, fraction: 0.5)
      let observation = ClockObservation(time: 0, wall: start, elapsed: .zero)
      let work = Clockwork(mode: .timeOfDay, settings: ClockSettings(), observe: { observation })
      let face = ClockFace(
        work: work, typesetter: environment.typesetter, scale: environment.interface.scale)
      face.reducesMotion = false
      return face
    })
}
