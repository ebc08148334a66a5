import Foundation
import GRDB

extension Row {
  /// Returns the bytes of a column; none where it has no value.
  func bytes(_ index: Int) throws -> [UInt8] {
    try withUnsafeData(atIndex: index) { $0.map(Array.init) ?? [] }
  }

  /// Returns bytes as a statement takes them.
  static func blob(_ bytes: [UInt8]) -> Data { Data(bytes) }
}
