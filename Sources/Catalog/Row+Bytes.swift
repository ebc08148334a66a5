import Foundation
import GRDB

extension Row {
  /// Returns bytes as a statement takes them.
  static func blob(_ bytes: [UInt8]) -> Data { Data(bytes) }
}
