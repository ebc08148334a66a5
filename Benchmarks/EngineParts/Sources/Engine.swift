import Benchmark
import Foundation

let benchmarks: @Sendable () -> Void = {
  // The package's own figure of processor time counts ticks of a hundredth of a second, too coarse for what
  // takes microseconds; `measure` adds one that counts nanoseconds.
  Benchmark.defaultConfiguration.metrics = [.wallClock, .cpuTotal, .throughput, .processorTime]
  Benchmark.defaultConfiguration.warmupIterations = 3
  do {
    let crown = try Crown()
    measureSprings()
    try measureTimings()
    try measureColors()
    try measurePaths(of: crown)
    measureTessellation(of: crown)
    measureText()
    measurePosters(with: crown)
    try measureScene(with: crown)
    try measureLibrary()
  } catch {
    FileHandle.standardError.write(Data("the benchmarks cannot begin: \(error)\n".utf8))
    exit(1)
  }
}
