import Foundation
import Glibc

/// The program as it was built, run from outside as people run it.
package enum BuiltProgram {
  /// Where it is: `REGALIA_BINARY` when that is set, otherwise what was built last in this checkout; nil when missing.
  ///
  /// The optimised build is what people get, and starts three times as fast as the one for debugging.
  package static let path: String? = {
    let places = named.map { [$0] } ?? ["debug", "release"].map(place)
    return places.filter(FileManager.default.isExecutableFile).max { linkTime($0) < linkTime($1) }
  }()

  /// The debug build, which alone knows the switches for tests; nil when missing, or when another is named.
  package static let debugPath: String? = {
    let path = named ?? place("debug")
    return (try? run(["doctor"], in: Home(), copy: path).output.contains("debug build")) == true ? path : nil
  }()

  private static let named = ProcessInfo.processInfo.environment["REGALIA_BINARY"]

  private static func place(_ configuration: String) -> String {
    Fixture.checkout.appending(path: ".build/\(configuration)/regalia").path(percentEncoded: false)
  }

  private static func linkTime(_ path: String) -> Date {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.modificationDate] as? Date ?? .distantPast
  }

  package static var isThere: Bool { path != nil }

  package static let missing = "the program is not built; run swift build, or name it in REGALIA_BINARY"

  /// The result of a finished run.
  package struct Result {
    package var status: Int32
    package var output: String
    package var complaints: String

    /// The lines on standard error.
    package var complaintLines: Int {
      complaints.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    }
  }

  /// The folder with the shaders' texts.
  package static var shaders: URL { Fixture.checkout.appending(path: "Shaders").resolvingSymlinksInPath() }

  /// Runs to the end.
  ///
  /// `redirection` is written in the shell's way, as ">&-", `fileLimit` counts half kilobytes, and `copy` is another
  /// place at which the program lies.
  package static func run(
    _ arguments: [String], in home: Home, environment: [String: String] = [:], redirection: String = "",
    fileLimit: Int? = nil, copy: String? = nil
  ) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    let limit = fileLimit.map { "ulimit -f \($0); " } ?? ""
    let words = "\(limit)exec timeout 60 \"$0\" \"$@\" \(redirection)"
    process.arguments = ["-c", words, copy ?? path ?? ""] + arguments
    process.environment = home.environment.merging(environment) { $1 }
    process.currentDirectoryURL = home.folder
    let (output, complaints) = (Gatherer(), Gatherer())
    process.standardOutput = output.pipe
    process.standardError = complaints.pipe
    process.standardInput = FileHandle.nullDevice
    try process.start()
    let printed = output.rest()
    let complained = complaints.rest()
    process.waitUntilExit()
    return Result(status: process.terminationStatus, output: printed, complaints: complained)
  }
}

/// A folder with a user's files, gone when its owner is.
package final class Home {
  package let folder: URL

  package init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "regalia-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The variables that a program in this home sees: none of the machine's own desktop, but what drawing on it takes.
  package var environment: [String: String] {
    let base = folder.path(percentEncoded: false)
    let own = [
      "PATH": "/usr/bin:/bin", "HOME": base, "LANG": "C.UTF-8", "XDG_CACHE_HOME": base + "/cache",
      "XDG_STATE_HOME": base + "/state", "XDG_CONFIG_HOME": base + "/config",
      "XDG_RUNTIME_DIR": base + "/run",
    ]
    let machine = ProcessInfo.processInfo.environment.filter { Self.machineVariables.contains($0.key) }
    return own.merging(machine) { $1 }
  }

  /// The machine's own: where programs are, which driver draws and where it keeps what it compiled, and the fonts of tests.
  private static let machineVariables: Set = [
    "PATH", "MESA_SHADER_CACHE_DIR", "LIBGL_ALWAYS_SOFTWARE", "__GLX_VENDOR_LIBRARY_NAME",
    "__EGL_VENDOR_LIBRARY_FILENAMES", "FONTCONFIG_FILE",
  ]

  package func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

  package var recentColors: [String] {
    get {
      let text = try? String(contentsOfFile: path("state/regalia/recent-colors"), encoding: .utf8)
      return text?.split(separator: "\n").map(String.init) ?? []
    }
    set {
      let place = path("state/regalia")
      try? FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      try? newValue.map { $0 + "\n" }.joined().write(
        toFile: place + "/recent-colors", atomically: true, encoding: .utf8)
    }
  }
}

/// Takes in what a process writes, on a thread of its own, so that it never waits for its reader.
package final class Gatherer: @unchecked Sendable {
  package let pipe = Pipe()
  private let lock = NSLock()
  private var bytes = Data()
  private let finished = DispatchSemaphore(value: 0)

  package init() {
    let thread = Thread { [self] in
      while true {
        let chunk = pipe.fileHandleForReading.availableData
        if chunk.isEmpty { break }
        lock.withLock { bytes.append(chunk) }
      }
      finished.signal()
    }
    thread.start()
  }

  /// The text received so far.
  package var text: String { lock.withLock { String(decoding: bytes, as: UTF8.self) } }

  /// Waits for the end and returns everything.
  package func rest() -> String {
    try? pipe.fileHandleForWriting.close()
    _ = finished.wait(timeout: .now() + 60)
    return text
  }
}

extension Process {
  /// Starts with no signal blocked or ignored: the threads of tests block almost all, a shell ignores some for what it
  /// runs in the background, and children inherit that.
  package func start() throws {
    for signal in [SIGINT, SIGQUIT, SIGHUP] { Glibc.signal(signal, SIG_DFL) }
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try run()
  }

  /// Kills it, unless it has ended.
  package func end() {
    if isRunning { kill(processIdentifier, SIGKILL) }
    waitUntilExit()
  }
}
