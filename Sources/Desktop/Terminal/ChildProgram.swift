import Files
import FoundationEssentials
import Glibc
import Localization

/// Another program, which reads what is written to it; it does not outlive its owner.
package final class ChildProgram {
  /// A program that could not be started, or ended with an error.
  package struct Failure: LocalizableError {
    package let message: Message

    package init(_ message: Message) { self.message = message }
  }

  private let name: String
  private var process: pid_t = 0
  private var input: Int32 = -1
  private let complaints: ScratchFile
  private let output: ScratchFile

  /// Starts a program, with some variables added to the environment; its output and errors are kept.
  package init(path: String, arguments: [String], variables: [String: String] = [:]) throws {
    name = FilePath(path).name
    complaints = try ScratchFile()
    output = try ScratchFile()
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Self.failure(name, errno) }
    input = ends[1]
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // A frame is larger than what a pipe holds at first. Where more is not allowed it stays as it was.
    _ = fcntl(input, Self.setPipeSize, 1 << 20)
    // A reader that has gone is an error to report, not a reason to be killed.
    signal(SIGPIPE, SIG_IGN)
    let (process, code) = ProgramStart.spawn(path, [name] + arguments, variables: variables) { files in
      posix_spawn_file_actions_adddup2(&files, ends[0], STDIN_FILENO)
      posix_spawn_file_actions_adddup2(&files, output.descriptor, STDOUT_FILENO)
      posix_spawn_file_actions_adddup2(&files, complaints.descriptor, STDERR_FILENO)
    }
    close(ends[0])
    if code != 0 { throw Self.failure(name, code) }
    self.process = process
  }

  /// Linux's F_SETPIPE_SZ.
  private static let setPipeSize: Int32 = 1031

  deinit {
    if input >= 0 { close(input) }
    if process > 0 {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
  }

  /// Finds a program in the folders of `PATH`.
  package static func find(_ name: String) -> String? {
    let folders = (UserFolders.variable("PATH") ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// Runs a program to its end and returns the beginning of what it printed.
  package static func output(of path: String, _ arguments: [String], variables: [String: String] = [:]) throws
    -> String
  {
    let child = try ChildProgram(path: path, arguments: arguments, variables: variables)
    try child.finish()
    return child.output.text
  }

  /// Writes all bytes; throws when the program has ended, or when the person asks to stop.
  package func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EINTR {
        try Interruption.check()
      } else {
        try finish()
        throw Failure(Message("{program} ended too early", ["program": name]))
      }
    }
  }

  /// Ends the input and waits for the program; throws what it complained of when it failed. `check` is called while
  /// it waits, and gives up by throwing.
  package func finish(_ check: () throws -> Void = {}) throws {
    close(input)
    input = -1
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG) == 0 {
      try Interruption.check()
      try check()
      usleep(5000)
    }
    process = 0
    guard status != 0 else { return }
    throw Failure(
      lastComplaint.map { Message("{program} failed: {reason}", ["program": name, "reason": $0]) }
        ?? Message("{program} failed without a message", ["program": name]))
  }

  /// The last line that says something of what went wrong; some programs succeed nevertheless.
  package var lastComplaint: String? {
    let lines = complaints.text.split(whereSeparator: \.isNewline)
      .filter { $0.contains { !$0.isWhitespace } }
    // Untranslated: the words of FFmpeg.
    guard let line = lines.last(where: { $0 != "Conversion failed!" }) ?? lines.last else { return nil }
    // Some begin with their own name.
    return String(line.hasPrefix(name + ": ") ? line.dropFirst(name.count + 2) : line)
  }

  private static func failure(_ name: String, _ code: Int32) -> Failure {
    Failure(
      Message(
        "{program} cannot be started: {reason}", ["program": name, "reason": String(cString: strerror(code))]
      ))
  }
}

/// How another program is started.
package enum ProgramStart {
  /// Starts a program in a process group of its own: what interrupts this one from the terminal does not reach it.
  ///
  /// - Parameters:
  ///   - words: The program's name for itself, and its arguments.
  ///   - variables: Variables to add to the environment.
  ///   - kept: The names of the variables of this program to keep; nil keeps all.
  ///   - files: Says what its standard files are.
  /// - Returns: The process, or the number of what went wrong.
  package static func spawn(
    _ path: String, _ words: [String], variables: [String: String] = [:], keeping kept: Set<String>? = nil,
    files: (inout posix_spawn_file_actions_t) -> Void
  ) -> (process: pid_t, code: Int32) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    files(&actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    let own = ProcessInfo.processInfo.environment.filter { kept?.contains($0.key) ?? true }
    var environment = own.merging(variables) { $1 }.map { strdup("\($0)=\($1)") } + [nil]
    defer { for variable in environment { free(variable) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, path, &actions, &attributes, &arguments, &environment)
    return (process, code)
  }
}
