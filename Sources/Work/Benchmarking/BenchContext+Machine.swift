import Statistics
import GPU
import Glibc
import Files

extension BenchContext {
  /// Describes this machine and where is drawn on it, by a program of a name and version.
  package init(of program: String?, _ place: BenchmarkTarget, _ timer: TrustedTimer) {
    self.init()
    let driver = place.context.driver
    self.program = program
    build = GraphicsContext.isDebugBuild ? "debug" : "release"
    system = Self.kernel
    processor = Self.processorName
    processorCount = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    renderer = driver.renderer
    self.driver = driver.version
    isSoftwareRenderer = place.context.quirks.drawsWithProcessor
    surface = place.name
    refreshRate = place.refreshRate
    gpuTimeMissing = timer.missing
  }

  /// Takes down how busy the machine was before and after.
  package mutating func note(_ before: MachineLoad, _ after: MachineLoad) {
    loadBefore = before.average
    loadAfter = after.average
    foreignLoad = after.foreignShare(since: before).map { ($0 * 1000).rounded() / 1000 }
  }

  private static var kernel: String {
    var names = utsname()
    uname(&names)
    let release = withUnsafeBytes(of: &names.release) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    return "Linux \(release)"
  }

  private static var processorName: String? {
    let lines = SmallFile(path: "/proc/cpuinfo").text?.split(separator: "\n") ?? []
    let line = lines.first { $0.hasPrefix("model name") || $0.hasPrefix("Model") }
    guard let value = line?.split(separator: ":").last else { return nil }
    return String(value.drop { $0 == " " })
  }
}
