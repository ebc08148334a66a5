public import Colors
import Files
public import Geometry
import Glibc
public import Images
import Localization
import Synchronization
import Terminal

/// Decodes pictures in sandboxed processes, which are killed when they exceed the time limit.
///
/// The first picture starts a process, which is kept for later pictures. Concurrent threads use one process each.
/// Answers are untrusted: an invalid one ends the process.
public final class HelperDecoder: PictureDecoder {
  private let program: String
  private let arguments: [String]
  private let seconds: Int
  /// The idle processes.
  private let idle = Mutex<[HelperProcess]>([])

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - program: The program to start, by default this one. It must run ``PictureService`` if asked.
  ///   - arguments: The arguments of the program, by default those that request the service.
  ///   - seconds: The limit on the processor time per picture, and on the time without an answer for a process that
  ///     uses no processor time.
  public init(program: String = "/proc/self/exe", arguments: [String]? = nil, seconds: Int = 8) {
    self.program = program
    self.arguments = arguments ?? [PictureService.argument]
    self.seconds = seconds
  }

  /// Decodes a picture in another process.
  ///
  /// - Parameters:
  ///   - file: The picture.
  ///   - fitting: The size in pixels into which the picture must fit; nil keeps its own.
  ///   - isStopped: Returns whether decoding is to be cancelled.
  /// - Throws: `ImageError` if the picture cannot be read or decoded, takes too long, or decoding was cancelled.
  public func bitmap(
    of file: PictureFile, fitting: PixelSize?, unless isStopped: () -> Bool
  ) throws(ImageError) -> Bitmap {
    let helper = try taken()
    // A process that reported an error itself can continue.
    defer { if helper.isSound { idle.withLock { $0.append(helper) } } }
    return try helper.bitmap(of: file, fitting: fitting, seconds: seconds, unless: isStopped)
  }

  /// Returns an idle process, or a new one.
  private func taken() throws(ImageError) -> HelperProcess {
    while let helper = idle.withLock({ $0.popLast() }) {
      if helper.isAlive { return helper }
    }
    return try HelperProcess(program, arguments)
  }
}

/// A process that decodes pictures; it ends with its owner.
private final class HelperProcess: Sendable {
  private let process: pid_t
  private let socket: Int32
  /// The memory file from which the process reads the picture.
  private let picture: Int32
  private let state = Mutex(true)

  init(_ program: String, _ arguments: [String]) throws(ImageError) {
    let memory = Sandbox.memoryFile()
    var ends: [Int32] = [-1, -1]
    guard memory >= 0, socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0
    else {
      if memory >= 0 { close(memory) }
      throw Self.failure(errno)
    }
    // Descriptors that do not overlap with those that the process receives.
    let (picture, socket, other) = (Self.moved(memory), Self.moved(ends[0]), Self.moved(ends[1]))
    let (process, code) = ProgramStart.spawn(
      program, ["regalia"] + arguments, keeping: ["LD_LIBRARY_PATH", "PATH"]
    ) { files in
      posix_spawn_file_actions_adddup2(&files, other, STDIN_FILENO)
      posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
      posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
      // Reopened as read-only.
      posix_spawn_file_actions_addopen(&files, 3, "/proc/self/fd/\(picture)", O_RDONLY, 0)
    }
    close(other)
    // `deinit` must never kill process 0, which is our own process group.
    guard code == 0, process > 0 else {
      close(socket)
      close(picture)
      throw Self.failure(code)
    }
    (self.picture, self.socket, self.process) = (picture, socket, process)
  }

  deinit {
    close(socket)
    close(picture)
    end()
  }

  private static func moved(_ file: Int32) -> Int32 {
    let moved = fcntl(file, F_DUPFD_CLOEXEC, 16)
    guard moved >= 0 else { return file }
    close(file)
    return moved
  }

  private static func failure(_ code: Int32) -> ImageError {
    ImageError(
      path: "picture",
      reason: .undecodable(
        Message(
          "the picture decoder cannot be started: {reason}", ["reason": String(cString: strerror(code))])))
  }

  /// Whether the process can decode another picture.
  var isSound: Bool { state.withLock { $0 } }

  /// Whether the process is still running.
  var isAlive: Bool {
    var poll = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    // An idle process sends nothing, so input means that it has ended.
    return isSound && Glibc.poll(&poll, 1, 0) == 0
  }

  /// Kills the process.
  private func end() {
    let isRunning = state.withLock { state in
      defer { state = false }
      return state
    }
    guard isRunning else { return }
    kill(process, SIGKILL)
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
  }

  func bitmap(
    of file: PictureFile, fitting: PixelSize?, seconds: Int, unless isStopped: () -> Bool
  ) throws(ImageError) -> Bitmap {
    let request = file.request(fitting: fitting)
    let message = PictureRequestMessage(request, count: file.bytes.count)
    Sandbox.limitTime(of: process, to: seconds)
    guard put(file.bytes, at: 0), put(request.profile.bytes, at: file.bytes.count) else {
      end()
      throw ImageError(path: "picture", reason: .undecodable(Message("there is not enough memory")))
    }
    defer { ftruncate(picture, 0) }
    let bytes = message.bytes
    guard send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      end()
      throw Self.ended
    }
    var reader = AnswerReader(socket, limit: TimeLimit(process, seconds: seconds))
    do throws(ImageError) {
      return try reader.bitmap(request, file.orientation, unless: isStopped)
    } catch {
      if !reader.isAtEnd { end() }
      throw error
    }
  }

  /// Writes bytes to the empty memory file.
  private func put(_ bytes: [UInt8], at place: Int) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = pwrite(
          picture, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(place + done))
        if count <= 0 { return false }
        done += count
      }
      return true
    }
  }

  fileprivate static let ended = ImageError(
    path: "picture",
    reason: .undecodable(
      Message("the decoder stopped or used too much memory; save the picture again, or make it smaller")))
}

/// Reads an answer of an untrusted process until it is complete, invalid or late.
private struct AnswerReader {
  private let socket: Int32
  private var limit: TimeLimit
  private var buffer = [UInt8](repeating: 0, count: 1 << 18)
  private var (place, end) = (0, 0)
  /// Whether the answer was read completely.
  private(set) var isAtEnd = false

  init(_ socket: Int32, limit: TimeLimit) {
    self.socket = socket
    self.limit = limit
  }

  mutating func bitmap(
    _ request: DecodingRequest, _ orientation: PictureOrientation, unless isStopped: () -> Bool
  ) throws(ImageError) -> Bitmap {
    var assembly: PictureAssembly?
    var width = 0
    while true {
      guard let (answer, numbers) = PictureAnswer.read(try bytes(PictureAnswer.headLength, isStopped)) else {
        throw Self.senseless
      }
      switch answer {
      case .size:
        let size = PixelSize(width: numbers[0], height: numbers[1])
        guard assembly == nil, !size.isEmpty, size.width <= request.target.width,
          size.height <= request.target.height
        else { throw Self.senseless }
        assembly = PictureAssembly(size, orientation: orientation)
        width = size.width
      case .row:
        guard assembly?.isComplete == false else { throw Self.senseless }
        let row = try bytes(4 * width, isStopped)
        row.withUnsafeBytes { assembly?.append($0) }
      case .end:
        guard let assembly, assembly.isComplete, place == end else { throw Self.senseless }
        isAtEnd = true
        return assembly.bitmap
      case .damaged:
        guard numbers[0] <= PictureAnswer.mostText else { throw Self.senseless }
        let text = String(decoding: try bytes(numbers[0], isStopped), as: UTF8.self)
        isAtEnd = place == end
        throw ImageError(
          path: "picture", reason: .damaged(Message(text: String(text.filter { !$0.isNewline }))))
      case .tooLarge:
        isAtEnd = place == end
        throw ImageError(
          path: "picture",
          reason: .tooLarge(request.canvas, maximumPixels: min(numbers[2], 1000) * 1_000_000))
      case .noDecoder:
        isAtEnd = place == end
        throw ImageError(path: "picture", reason: .noDecoder(request.kind))
      }
    }
  }

  private static let senseless = ImageError(
    path: "picture", reason: .undecodable(Message("the decoder gave an invalid answer")))

  /// Waits for a number of bytes and returns them.
  private mutating func bytes(_ count: Int, _ isStopped: () -> Bool) throws(ImageError) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    while result.count < count {
      if place == end { try fill(isStopped) }
      let more = min(count - result.count, end - place)
      result += buffer[place..<place + more]
      place += more
    }
    return result
  }

  private mutating func fill(_ isStopped: () -> Bool) throws(ImageError) {
    while true {
      if isStopped() || Interruption.hasArrived { throw ImageError(path: "picture", reason: .stopped) }
      if limit.isReached { throw ImageError(path: "picture", reason: .tooSlow(seconds: limit.seconds)) }
      var poll = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      // Short enough to react to a closing window.
      if Glibc.poll(&poll, 1, 30) > 0 { break }
    }
    let count = recv(socket, &buffer, buffer.count, 0)
    guard count > 0 else { throw HelperProcess.ended }
    (place, end) = (0, count)
  }
}

/// The time limit for a picture, which depends little on the load of the machine.
private struct TimeLimit {
  let seconds: Int
  private let process: pid_t
  /// The processor time at the start.
  private let start: Double
  /// The processor time when it last grew, and the deadline for it to grow again.
  private var last: Double
  private var deadline: ContinuousClock.Instant
  /// The deadline regardless of processor time.
  private let end: ContinuousClock.Instant

  init(_ process: pid_t, seconds: Int) {
    self.process = process
    self.seconds = seconds
    start = Sandbox.processorTime(of: process) ?? 0
    last = start
    deadline = .now + .seconds(seconds)
    end = .now + .seconds(10 * seconds)
  }

  /// Whether the process has used its processor time, or has been idle for as long.
  var isReached: Bool {
    mutating get {
      let now = ContinuousClock.now
      let used = Sandbox.processorTime(of: process) ?? last
      if used > last { (last, deadline) = (used, now + .seconds(seconds)) }
      return used - start >= Double(seconds) || now >= deadline || now >= end
    }
  }
}
