import Application
import Colors
import Geometry
import Input
import Motion
import Scene

/// Returns a picture of hills and a sky, different for each number.
func picture(_ number: Int) -> SharedBitmap {
  let size = PixelSize(width: 240, height: 160)
  let inks = (0...3).map { step -> [UInt8] in
    let color = HSB(
      hue: Double((number * 47 + step * 25) % 360), saturation: 0.25 + 0.2 * Double(step),
      brightness: 0.95 - 0.22 * Double(step)
    ).rgba()
    return [color.red, color.green, color.blue, 1].map { UInt8($0 * 255 + 0.5) }
  }
  var bytes: [UInt8] = []
  for y in 0..<size.height {
    for x in 0..<size.width {
      let ridges = (1...3).filter { ridge in
        let across = Double(x) / 240 * Double(ridge + 1) + Double((number * 7 + ridge * 3) % 10) / 10
        let bow = across.truncatingRemainder(dividingBy: 1) - 0.5
        return Double(y) / 160 > 0.25 + 0.18 * Double(ridge) + bow * bow * 0.6
      }
      bytes += inks[ridges.count]
    }
  }
  return SharedBitmap(size: size, bytes: bytes)
}

/// Photos on a wall. One of them springs to fill the window, follows the finger, and springs back.
final class Wall {
  private let tree: LayerTree
  private var photos: [Layer] = []
  private let scrim = Layer()
  private var size = Size(0, 0)

  /// The photo that has left its place, its progress from 0 (in place) to 1 (filling the window), and its displacement
  /// by the finger.
  private var open: Layer?
  private var transition = InteractiveTransition()
  private var offset = Animated(Vector(0, 0), tolerance: .init(distance: 0.1, speed: 2))

  /// The point where the finger grabbed the photo, and the progress at that moment.
  private var grip: (point: Point, progress: Double)?
  private var tracker = VelocityTracker()

  init(on tree: LayerTree) {
    self.tree = tree
    scrim.backgroundColor = RGBA(red: 0, green: 0, blue: 0)
    for number in 0..<12 {
      let photo = Layer()
      photo.contents = .image(ImageContents(picture(number)))
      photo.cornerRadius = 8
      photos.append(photo)
      tree.root.addSublayer(photo)
    }
    tree.root.addSublayer(scrim)
  }

  func layOut(_ size: Size) { self.size = size }

  /// Returns the place of a photo on the wall, in rows of four.
  private func cell(_ index: Int) -> Rect {
    let (width, height) = ((size.width - 80) / 4, (size.height - 64) / 3)
    return Rect(
      x: 16 + Double(index % 4) * (width + 16), y: 16 + Double(index / 4) * (height + 16), width: width,
      height: height)
  }

  // MARK: Gestures

  func press(_ point: Point, at time: Double) {
    if open == nil {
      guard let index = photos.indices.first(where: { cell($0).contains(point) }) else { return }
      open = photos[index]
      tree.root.bringToFront([scrim, photos[index]])
      transition.release(finishing: true, by: .spring(.thrown), at: time)
    } else {
      // The photo can be caught anywhere, even in flight.
      grip = (point, transition.progress(at: time))
      tracker.reset()
      drag(to: point, at: time)
    }
  }

  func drag(to point: Point, at time: Double) {
    guard let grip else { return }
    tracker.add(point, at: time)
    let way = point - grip.point
    offset = Animated(way, tolerance: offset.tolerance)
    transition.hold(at: grip.progress - way.length / size.height)
  }

  func letGo(at time: Double) {
    guard let grip else { return }
    self.grip = nil
    let (way, velocity) = (offset.target, tracker.velocity(at: time))
    // A click closes the photo, and so does a flick that would carry it half of the way.
    let stays =
      way.length > 4
      && InteractiveTransition.finishes(
        transition.progress(at: time), velocity: -velocity.length, extent: size.height)
    transition.release(finishing: stays, by: .spring(.thrown), at: time)
    offset = Animated(
      from: way, velocity: velocity, to: Vector(0, 0), spring: .thrown, at: time, tolerance: offset.tolerance)
    if grip.progress < 0.5, way.length <= 4 {
      transition.release(finishing: true, by: .spring(.thrown), at: time)
    }
  }

  // MARK: Frames

  /// Places all photos for a time; returns the time of the next change.
  func place(at time: Double) -> Double? {
    if grip == nil, transition.outcome(at: time) == false, time >= offset.restTime { open = nil }
    let (progress, way) = (transition.progress(at: time), offset.value(at: time))
    scrim.frame = Rect(origin: .zero, size: size)
    scrim.opacity = min(max(progress, 0), 1)
    for (index, photo) in photos.enumerated() {
      let cell = cell(index)
      guard photo === open else {
        photo.frame = cell
        continue
      }
      func mixed(_ start: Double, _ end: Double) -> Double { start + (end - start) * progress }
      photo.frame = Rect(
        x: mixed(cell.minX, 0) + way.dx, y: mixed(cell.minY, 0) + way.dy,
        width: mixed(cell.width, size.width),
        height: mixed(cell.height, size.height))
      photo.cornerRadius = 8 * (1 - min(max(progress, 0), 1))
    }
    return grip == nil && time < max(transition.restTime, offset.restTime) ? time : nil
  }
}

WindowProgram.main("Photo wall", size: Size(800, 600), background: RGBA(hex: 0x262626)) { tree, input in
  let wall = Wall(on: tree)
  input.onResize { wall.layOut($0) }
  input.onFrame { wall.place(at: $0) }
  input.onEvent { event, time in
    switch event {
    case .pointerDown(let point, .left, _, _): wall.press(point, at: time)
    case .pointerMoved(let point, _): wall.drag(to: point, at: time)
    case .pointerUp(_, .left, _): wall.letGo(at: time)
    default: break
    }
  }
}
