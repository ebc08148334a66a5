import Files
import Geometry
import Glibc
public import Localization
import Scene

/// Records a window's input in a file, as a script that can be played again.
public final class InputRecorder {
  /// A file that cannot be written.
  public struct Failure: LocalizableError {
    package let path: String
    package let reason: String

    /// The file and the reason.
    public var message: Message {
      Message("{file}: cannot be written: {reason}", ["file": path, "reason": reason])
    }
  }

  private let stream: UnsafeMutablePointer<FILE>

  /// Creates an empty file.
  ///
  /// - Parameter path: The file; `-` is standard output.
  /// - Throws: ``Failure`` with the system's message if the file cannot be written.
  public init(path: String) throws(Failure) {
    // A pipe without a reader must not block.
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let descriptor =
      path == AtomicFile.standardOutput
      ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) : open(path, flags, 0o666)
    guard descriptor >= 0, let stream = fdopen(descriptor, "wb") else {
      throw Failure(path: path, reason: String(cString: strerror(errno)))
    }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    self.stream = stream
  }

  deinit {
    fclose(stream)
  }

  /// Adds a step at a time of the window's loop; `start` is the time at which the window began.
  package func add(_ action: InputScript.Action, at seconds: Double, since start: Double) {
    let line = InputScript.line(.init(time: max(0, seconds - start), action: action))
    fputs(line + "\n", stream)
    // Each line is flushed, so that a recording survives a crash.
    fflush(stream)
  }
}

/// A script that is played into a window, and a recorder of all its input. Times count from the window's first turn,
/// even after its content is replaced.
package struct InputTape {
  private let script: InputScript
  private let recorder: InputRecorder?
  private var played = 0
  private var start: Double?

  /// Creates a tape; by default it neither plays nor records.
  package init(playing script: InputScript = InputScript(), recorder: InputRecorder? = nil) {
    self.script = script
    self.recorder = recorder
  }

  /// Whether the script has steps.
  var isScripted: Bool { !script.steps.isEmpty }

  /// Sets the time of the first turn, unless it is set.
  mutating func begin(at time: Double) { start = start ?? time }

  /// Returns and removes the next step that is due at a window time. The step has the window's time.
  mutating func nextStep(until time: Double) -> InputScript.Step? {
    guard let due = nextTime, due <= time else { return nil }
    defer { played += 1 }
    return InputScript.Step(time: due, action: script.steps[played].action)
  }

  /// The window time of the next step; nil before the first turn and after the last step.
  var nextTime: Double? {
    guard let start, played < script.steps.count else { return nil }
    return start + script.steps[played].time
  }

  /// Records an action at a window time.
  func record(_ action: InputScript.Action, at time: Double) {
    recorder?.add(action, at: time, since: start ?? time)
  }
}
