import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Files

@Suite struct FolderLockTests {
  @Test func `of a thousand changes to a file that is replaced each time none is lost`() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/count.txt"
    try AtomicFile.write("0", to: path)

    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      var made = 0
      while made < 250 {
        guard let lock = FolderLock(around: path, patience: 60) else { continue }
        defer { withExtendedLifetime(lock) {} }
        let text = (try? FileBytes.read(path, atMost: 100)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        try? AtomicFile.write("\((Int(text) ?? 0) + 1)", to: path)
        made += 1
      }
    }

    #expect(try String(contentsOfFile: path, encoding: .utf8) == "1000")
  }

  @Test func `a folder that somebody else holds is not had, until it is free`() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/a"
    do {
      let held = FolderLock(around: path)
      defer { withExtendedLifetime(held) {} }
      let other = FolderLock(around: path, patience: 0.02)
      let hasOther = if let other { withExtendedLifetime(other) { true } } else { false }
      #expect(!hasOther)
    }
    let free = FolderLock(around: path, patience: 0.02)
    let hasFree = if let free { withExtendedLifetime(free) { true } } else { false }
    #expect(hasFree)
  }
}
