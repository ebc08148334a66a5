import Files
import Glibc
import Localization
import Testing

@Suite struct FileBytesTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test func `a file is read whole, and one byte too many is refused`() throws {
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try AtomicFile.write(bytes, to: folder.path + "/file")

    #expect(try FileBytes.read(folder.path + "/file", atMost: 200_000) == bytes)
    #expect(throws: FileBytes.Failure(path: folder.path + "/file", reason: .tooLong(limit: 199_999))) {
      try FileBytes.read(folder.path + "/file", atMost: 199_999)
    }
  }

  @Test func `a file of the kernel that has no size is read`() throws {
    #expect(try FileBytes.read("/proc/self/status", atMost: 1 << 16).isEmpty == false)
  }

  @Test func `what is no regular file is refused at once`() throws {
    let pipe = folder.path + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    let socketPath = folder.path + "/socket"
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socketPath.utf8) }
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    try #require(isBound)

    for path in [pipe, socketPath, "/dev/zero", "/dev/ptmx", "/dev/null"] {
      #expect {
        try FileBytes.readArgument(path, atMost: 1 << 30)
      } throws: { error in
        if case .notRegular? = (error as? FileBytes.Failure)?.reason { return true }
        return false
      }
    }
    #expect(throws: FileBytes.Failure(path: folder.path, reason: .folder)) {
      try FileBytes.read(folder.path, atMost: 1)
    }
    #expect(throws: FileBytes.Failure(path: "/no/file", reason: .missing)) {
      try FileBytes.read("/no/file", atMost: 1)
    }
  }

  @Test func `a reader's doubt ends the reading`() throws {
    try AtomicFile.write("good bad", to: folder.path + "/file")

    #expect(throws: FileBytes.Failure(path: folder.path + "/file", reason: .unfit(Message("bad")))) {
      try FileBytes.readArgument(folder.path + "/file", atMost: 100) { $0.isEmpty ? nil : Message("bad") }
    }
  }
}
