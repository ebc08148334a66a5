import Benchmarking
import Colors
import GPU
import Geometry
import Glibc
import Motion
import Renderer
import Scene
import Typography
import Windowing

/// Measures the cost per frame of a thousand animating layers: draw calls, heap allocations of our code, and processor
/// time; and the cost of 500 layers with seven animated properties each before anything is drawn.
func cpuMilliseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func fixed(_ value: Double) -> String {
  let thousandths = Int((value * 1000).rounded())
  let digits = String(thousandths % 1000)
  return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
}

/// Returns a tree of so many rounded layers that never come to rest.
func stage(layers count: Int, _ animate: (Layer, Int) -> Void) -> LayerTree {
  let tree = LayerTree(root: Layer(frame: Rect(x: 0, y: 0, width: 1280, height: 800)))
  for index in 0..<count {
    let layer = Layer(
      frame: Rect(x: Double(index % 40) * 32, y: Double(index / 40) * 32, width: 28, height: 24))
    layer.backgroundColor = RGBA(red: Double(index % 17) / 17, green: 0.4, blue: 0.7, alpha: 0.9)
    layer.cornerRadius = 6
    layer.shadow = nil
    tree.root.addSublayer(layer)
    animate(layer, index)
  }
  return tree
}

func endless(_ seconds: Double) -> Timing {
  var timing = Timing(duration: seconds, easing: .easeInEaseOut)
  timing.iterations = .infinity
  timing.autoreverses = true
  return timing
}

func drawThousandLayers() throws {
  let tree = stage(layers: 1000) { layer, index in
    layer.add(
      .basic(
        .transform, to: .rotation(3, x: 0.1, y: 0.2, z: 1), timing: endless(1 + Double(index % 7) / 10)),
      forKey: "turn", at: 0)
    layer.add(.basic(.opacity, from: 0.3, to: 1, timing: endless(1.3)), forKey: "fade", at: 0)
  }
  let offscreen = try OffscreenContext(debug: false)
  let context = offscreen.graphics
  let size = PixelSize(width: 1280, height: 800)
  let framebuffer = try Framebuffer(size: size, in: context)
  context.setTarget(framebuffer)
  let renderer = try Renderer(context: context, typesetter: Typesetter())
  var list = DisplayList()
  let counter = AllocationCounter()
  var (allocations, recording, drawing): ([Int], [Double], [Double]) = ([], [], [])
  for frame in 0..<180 {
    let time = Double(frame) / 60
    let start = cpuMilliseconds()
    counter?.start()
    tree.advance(to: time)
    list.record(tree.root, at: time)
    let recorded = cpuMilliseconds()
    try renderer.draw(list, size: size, scale: 1, background: RGBA(hex: 0x262626))
    let count = counter?.stop()
    let end = cpuMilliseconds()
    context.finish()
    if frame >= 60 {
      if let count { allocations.append(count) }
      recording.append(recorded - start)
      drawing.append(end - recorded)
    }
  }
  try context.check()
  print(
    "1000 layers, 2 animations each: \(renderer.statistics.draws) draw calls, "
      + (allocations.max().map { "\($0) allocations a frame at most, " } ?? "")
      + "recording \(fixed(median(recording))) ms, "
      + "encoding and submitting \(fixed(median(drawing))) ms of CPU")
}

func animateSevenProperties() {
  let spring = Spring(response: 3, dampingRatio: 0.2)
  for kind in ["eased", "springs"] {
    let tree = stage(layers: 500) { layer, _ in
      func add<Value>(_ property: LayerProperty<Value>, _ name: String, _ from: Value, _ to: Value) {
        let animation: LayerAnimation =
          kind == "eased"
          ? .basic(property, from: from, to: to, timing: Timing(duration: 2, easing: .easeInEaseOut))
          : .spring(property, from: from, to: to, spring: spring)
        layer.add(animation, forKey: name, at: 0)
      }
      add(.position, "position", Point(0, 0), Point(500, 400))
      add(.bounds, "bounds", Rect(x: 0, y: 0, width: 10, height: 10), Rect(x: 0, y: 0, width: 30, height: 20))
      add(.opacity, "opacity", 0.2, 0.9)
      add(.cornerRadius, "radius", 0, 8)
      add(.zPosition, "z", 0, 10)
      add(.borderWidth, "border", 0, 3)
      add(.transform, "transform", .identity, .rotation(1, x: 0, y: 0, z: 1))
    }
    var list = DisplayList()
    var values: [Double] = []
    var listing: [Double] = []
    for frame in 0..<240 {
      let time = Double(frame) / 240
      let start = cpuMilliseconds()
      tree.advance(to: time)
      for layer in tree.root.sublayers { blackHole(layer.presentation(at: time).position.x) }
      let evaluated = cpuMilliseconds()
      // Another instant, so that nothing is known already.
      list.record(tree.root, at: time + 1e-4)
      let end = cpuMilliseconds()
      if frame >= 60 {
        values.append(evaluated - start)
        listing.append(end - evaluated)
      }
    }
    print(
      "500 layers, 7 properties each (\(kind)): \(fixed(median(values))) ms of CPU a frame for all values, "
        + "\(fixed(median(listing))) ms for the whole display list")
  }
}

@inline(never) func blackHole(_ value: Double) { if value == .infinity { print(value) } }

try drawThousandLayers()
animateSevenProperties()
