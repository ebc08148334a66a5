import Application
import Colors
import Geometry
import Motion
import Scene
import VectorArt

#if canImport(Glibc)
  import Glibc
#endif

/// Returns the SVG text of an icon: a star or a cog with a hole, different for each number.
func icon(_ number: Int) -> String {
  let (points, depth) = (3 + number % 17, 0.35 + Double(number / 17 % 6) / 10)
  let corners = (0..<2 * points).map { corner -> String in
    let radius = corner % 2 == 0 ? 11.0 : 11 * depth
    let angle = (Double(corner) + Double(number % 5) / 5) * .pi / Double(points)
    return "\(12 + radius * sin(angle)) \(12 - radius * cos(angle))"
  }
  let hole = "M12 \(10 - Double(number % 3))a2 2 0 1 0 .01 0z"
  return """
    <svg viewBox="0 0 24 24"><path fill-rule="evenodd" d="M\(corners.joined(separator: "L"))z\(hole)"/></svg>
    """
}

WindowProgram.main("A thousand icons", size: Size(960, 640)) { tree, input in
  let sheet = Layer()
  sheet.anchorPoint = .zero
  tree.root.addSublayer(sheet)
  for number in 0..<1000 {
    // Its GPU resources are created when it is first visible, and again after a zoom.
    guard let image = try? VectorImage(svg: icon(number)) else { continue }
    let room = Rect(
      x: 8 + Double(number % 40) * 24, y: 8 + Double(number / 40) * 25, width: 20, height: 20)
    let color = HSB(hue: Double(number) * 0.36, saturation: 0.8, brightness: 0.7).rgba()
    if let layer = Layer(Figure(image.path), fittedIn: room, color: color) { sheet.addSublayer(layer) }
  }

  var scale = 1.0
  input.onEvent { event, time in
    guard case .wheel(let point, let notches, _) = event else { return }
    let next = min(max(scale * exp(notches.dy * 0.3), 0.5), 60)
    let factor = next / scale
    scale = next
    // The point under the pointer stays in place.
    tree.transact(Transaction(at: time, action: .spring(.interface))) {
      sheet.position = point + (sheet.position - point) * factor
      sheet.transform = .scale(x: scale, y: scale)
    }
  }
}
