import Glibc

/// A program that is started and left alone: it goes on when its starter ends.
package enum DetachedProgram {
  /// A program that could not be started.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Starts the program that runs now once more, with other arguments; it hears nothing from the terminal.
  package static func startAgain(_ arguments: [String]) throws {
    let (_, code) = ProgramStart.spawn("/proc/self/exe", ["regalia"] + arguments) { files in
      posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    guard code == 0 else {
      throw Failure(description: "the program could not be started: \(String(cString: strerror(code)))")
    }
  }
}
