import Foundation
import Glibc

/// A program that is started and left alone: it goes on when its starter ends.
package enum DetachedProgram {
  /// A program that could not be started.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Starts the program that runs now once more, with other arguments; it hears nothing from the terminal.
  package static func startAgain(_ arguments: [String]) throws {
    try start("/proc/self/exe", ["regalia"] + arguments)
  }

  private static func start(_ path: String, _ words: [String]) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var environment = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for variable in environment { free(variable) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, path, &actions, &attributes, &arguments, &environment)
    guard code == 0 else {
      throw Failure(description: "the program could not be started: \(String(cString: strerror(code)))")
    }
  }
}
