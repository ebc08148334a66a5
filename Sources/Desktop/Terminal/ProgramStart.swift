import FoundationEssentials
import Glibc

/// How another program is started.
enum ProgramStart {
  /// Starts a program in a process group of its own: what interrupts this one from the terminal does not reach it.
  ///
  /// - Parameters:
  ///   - words: The program's name for itself, and its arguments.
  ///   - variables: Variables to add to the environment.
  ///   - files: Says what its standard files are.
  /// - Returns: The process, or the number of what went wrong.
  static func spawn(
    _ path: String, _ words: [String], variables: [String: String] = [:],
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
    let kept = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    var environment = kept.map { strdup("\($0)=\($1)") } + [nil]
    defer { for variable in environment { free(variable) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, path, &actions, &attributes, &arguments, &environment)
    return (process, code)
  }
}
