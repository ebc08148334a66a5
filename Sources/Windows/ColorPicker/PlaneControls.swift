import Colors
import Controls
import Localization

/// The controls of a plane of colours: its square, and the track of the coordinate that all of the square shares.
struct PlaneControls {
  let plane: ColorPlane
  let square: PlaneSquare
  let track: ColorTrack

  /// Creates the controls; `onChange` receives the coordinates that a person chooses, `onCancel` a cancelled choice.
  init(
    _ plane: ColorPlane, _ language: Language, onCancel: @escaping () -> Void,
    onChange: @escaping (_ across: Double?, _ up: Double?, _ fixed: Double?, ChangePhase) -> Void
  ) {
    self.plane = plane
    square = PlaneSquare(plane, language) { onChange($0, $1, nil, $2) }
    track = ColorTrack(.fixed(plane), language) { onChange(nil, nil, $0, $1) }
    square.onCancel = onCancel
    track.onCancel = onCancel
  }

  /// Brings both up to date with a colour.
  func show(_ color: PickerColor) {
    square.show(color)
    track.show(color)
  }
}
