import Glibc
import Images
import Localization
import Terminal

/// The sandboxed process that decodes pictures; see SECURITY.md.
///
/// It is the same program, started with only ``argument``. Descriptor 0 is a socket for requests and answers;
/// descriptor 3 is a memory file with the bytes of the picture.
public enum PictureService {
  /// The argument that starts the service.
  public static let argument = "--decode-pictures"

  /// Whether this process was started as the service.
  public static var isAsked: Bool { CommandLine.arguments.dropFirst() == [argument] }

  /// The limit on the memory of the process, in bytes.
  static let memory = 248 << 20
  private static let requests: Int32 = 0
  private static let picture: Int32 = 3

  /// Answers requests until the socket closes.
  public static func run() -> Never {
    PictureLibraries.load()
    Sandbox.enter(memory: memory, files: 4)
    while let bytes = readMessage() {
      var profileCount = 0
      guard var message = PictureRequestMessage(bytes, profileCount: &profileCount) else { break }
      let source = PictureSource.file(picture, count: message.count)
      message.request.profile.bytes = PictureSource.file(picture, count: message.count + profileCount)
        .part(message.count..<message.count + profileCount)
      answer(message.request, source)
    }
    ProgramEnd.leave(0)
  }

  private static func readMessage() -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < PictureRequestMessage.length {
      var part = [UInt8](repeating: 0, count: PictureRequestMessage.length - bytes.count)
      let count = read(requests, &part, part.count)
      if count <= 0 { return nil }
      bytes += part.prefix(count)
    }
    return bytes
  }

  private static func answer(_ request: DecodingRequest, _ source: PictureSource) {
    var output = Output()
    do {
      try request.decode(
        source,
        begin: { size throws(ImageError) in
          output.put(PictureAnswer.size.head(size.width, size.height))
        },
        take: { row throws(ImageError) in
          output.put(PictureAnswer.row.head())
          output.put(row)
        })
      output.put(PictureAnswer.end.head())
    } catch {
      switch error.reason {
      case .tooLarge(let size, let most):
        output.put(PictureAnswer.tooLarge.head(size.width, size.height, most / 1_000_000))
      case .noDecoder: output.put(PictureAnswer.noDecoder.head())
      case .damaged(let reason):
        // The other process translates it.
        let text = Array(reason.text.utf8.prefix(PictureAnswer.mostText))
        output.put(PictureAnswer.damaged.head(text.count))
        output.put(text)
      default: output.put(PictureAnswer.damaged.head())
      }
    }
    output.flush()
  }

  /// Collects bytes and writes them in large portions.
  private struct Output {
    private var bytes: [UInt8] = []
    private static let portion = 1 << 16

    mutating func put(_ more: some Collection<UInt8>) {
      bytes += more
      if bytes.count >= Self.portion { flush() }
    }

    mutating func flush() {
      var done = 0
      while done < bytes.count {
        let count = bytes.withUnsafeBytes {
          write(requests, $0.baseAddress.map { $0 + done }, $0.count - done)
        }
        // The requesting program has ended.
        if count <= 0 { ProgramEnd.leave(1) }
        done += count
      }
      bytes.removeAll(keepingCapacity: true)
    }
  }
}
