import Glibc
import Terminal

/// A command line that the shell runs to its end, what it prints thrown away.
package enum ShellCommand {
  /// Runs a command with one more variable in its environment; returns the milliseconds of processor time that it
  /// and what it waited for used.
  package static func run(_ command: String, variable: (name: String, value: String)) throws -> Double {
    let process = try spawn(command, variable)
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0 {
      if errno == EINTR { try Interruption.check() }
      guard errno == EINTR else { throw failure(command, "was lost: \(String(cString: strerror(errno)))") }
    }
    if status & 0x7f != 0 { throw failure(command, "was ended by signal \(status & 0x7f)") }
    let code = (status >> 8) & 0xff
    if code != 0 { throw failure(command, "ended with \(code); run it alone to see why") }
    return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)
  }

  private static func spawn(_ command: String, _ variable: (name: String, value: String)) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    setenv(variable.name, variable.value, 1)
    defer { unsetenv(variable.name) }
    let words = ["sh", "-c", command]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { word in strdup(word) }
    arguments.append(nil)
    defer { arguments.forEach { free($0) } }
    var process = pid_t()
    let code = posix_spawn(&process, "/bin/sh", &actions, nil, &arguments, environ)
    guard code == 0 else { throw failure(command, "cannot be started: \(String(cString: strerror(code)))") }
    return process
  }

  private static func milliseconds(_ time: timeval) -> Double {
    Double(time.tv_sec) * 1e3 + Double(time.tv_usec) / 1e3
  }

  private static func failure(_ command: String, _ words: String) -> PairedRuns.Failure {
    PairedRuns.Failure(description: "the command \"\(command)\" \(words)")
  }
}
