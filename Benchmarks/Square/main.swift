import GPU
import Geometry
import Glibc
import Renderer
import Windowing

/// From a new hue to the finished square: the six programs, one branch-free program and a constant colour,
/// interleaved, so that their ratios hold on a noisy machine.
func milliseconds(_ body: () throws -> Void) rethrows -> Double {
  var start = timespec()
  var end = timespec()
  clock_gettime(CLOCK_MONOTONIC, &start)
  try body()
  clock_gettime(CLOCK_MONOTONIC, &end)
  return Double(end.tv_sec - start.tv_sec) * 1e3 + Double(end.tv_nsec - start.tv_nsec) / 1e6
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func fixed(_ value: Double) -> String {
  let thousandths = Int((value * 1000).rounded())
  let digits = String(thousandths % 1000)
  return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
}

let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 300
// A folder to read shaders from, to try changes of them.
let folder = CommandLine.arguments.count > 2 ? CommandLine.arguments[2] : nil
let offscreen = try OffscreenContext(debug: false)
let context = offscreen.graphics
print("\(context.driver.renderer), median of \(rounds) interleaved rounds")
print("side   six ms  one ms  fill ms  six/fill  one/fill  six/one")
for side in [256, 512, 1024, 2048] {
  let framebuffer = try Framebuffer(size: PixelSize(width: side, height: side), in: context)
  let painter = try PlanePainter(context: context, shaders: ShaderLibrary(folder: folder))
  context.setTarget(framebuffer)
  var times: [[Double]] = [[], [], []]
  let kinds: [PlaneProgram?] = [nil, .single, .constant]
  for round in 0..<(rounds + 24) {
    let hue = Double(round) * 47.3
    let turned = hue.truncatingRemainder(dividingBy: 360)
    for (index, kind) in kinds.enumerated() {
      let time = try milliseconds {
        try painter.draw(hue: turned, by: kind)
        context.finish()
      }
      // The first rounds build the programs.
      if round >= 24 { times[index].append(time) }
    }
  }
  let ratio = { (a: Int, b: Int) in median(zip(times[a], times[b]).map { $0 / $1 }) }
  print(
    side, fixed(median(times[0])), fixed(median(times[1])), fixed(median(times[2])), fixed(ratio(0, 2)),
    fixed(ratio(1, 2)), fixed(ratio(0, 1)), separator: "   ")
}
try context.check()
