import Files
import Glibc
import Localization
import Synchronization

/// A program that is started and left alone: it goes on when its starter ends.
package enum DetachedProgram {
  /// A program that could not be started.
  package struct Failure: LocalizableError {
    package let message: Message
  }

  /// How many may run at a time: other programs can ask for windows, too.
  private static let most = 50

  /// Those that were started and have not been seen to have ended.
  private static let running = Mutex<[pid_t]>([])

  /// Starts the program that runs now once more, with other arguments; it hears nothing from the terminal.
  package static func startAgain(_ arguments: [String]) throws {
    try running.withLock { running in
      // A program that has ended and is not waited for stays in the kernel's table as a zombie.
      running.removeAll { waitpid($0, nil, WNOHANG) != 0 }
      guard running.count < most else {
        throw Failure(
          message: Message(
            "{count} windows in other processes are still open; close some of them", ["count": String(most)]))
      }
      running.append(try start(arguments))
    }
  }

  private static func start(_ arguments: [String]) throws -> pid_t {
    let (process, code) = ProgramStart.spawn(
      "/proc/self/exe", [FilePath(CommandLine.arguments.first ?? "").name] + arguments
    ) { files in
      posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    guard code == 0 else {
      throw Failure(
        message: Message(
          "the program could not be started: {reason}", ["reason": String(cString: strerror(code))]))
    }
    return process
  }
}
