import Benchmark
import Glibc

extension BenchmarkMetric {
  /// The processor time of all threads, in nanoseconds, by the system's finest clock.
  static let processorTime = BenchmarkMetric.custom("CPU (ns)")
}

/// Registers a benchmark; one run of `body` does `scale` of what the name speaks of.
///
/// `prepare` is called before each run and is not measured.
func measure(
  _ name: String, scale: BenchmarkScalingFactor = .one, prepare: @escaping () -> Void = {},
  _ body: @escaping () throws -> Void
) {
  var configuration = Benchmark.defaultConfiguration
  configuration.scalingFactor = scale
  Benchmark(name, configuration: configuration) { benchmark in
    prepare()
    benchmark.startMeasurement()
    let start = processorNanoseconds()
    try body()
    let end = processorNanoseconds()
    benchmark.stopMeasurement()
    benchmark.measurement(.processorTime, end - start)
  }
}

private func processorNanoseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
