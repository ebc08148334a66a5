import Controls

/// The state of the view onto a grid.
enum GridPose: Hashable {
  /// The cells stand on whole pixels and are scrolled.
  case resting(ScrollPosition)
  /// A camera follows the pointer; the grid settles at a time unless zooming goes on.
  case zooming(GridCamera, settling: Double)
  /// The camera goes to where the grid rests.
  case landing(GridCamera)
  /// One cell fills the opening; the grid goes back to what it was before.
  case filled(GridCamera, GridReturn)

  var camera: GridCamera? {
    switch self {
    case .resting: nil
    case .zooming(let camera, _), .landing(let camera), .filled(let camera, _): camera
    }
  }

  /// What the grid goes back to from one cell that fills it, or nil when none does.
  var filling: GridReturn? {
    if case .filled(_, let back) = self { back } else { nil }
  }

  /// When it settles after zooming.
  var settleTime: Double? {
    if case .zooming(_, let time) = self { time } else { nil }
  }

  /// Returns the same pose with another camera; at rest there is none to replace.
  func with(_ camera: GridCamera) -> GridPose {
    switch self {
    case .resting: self
    case .zooming(_, let time): .zooming(camera, settling: time)
    case .landing: .landing(camera)
    case .filled(_, let back): .filled(camera, back)
    }
  }
}

/// The side of the cells and the offset to which a grid goes back from one cell that fills it.
struct GridReturn: Hashable {
  var cell: Double
  var offset: Double
}
