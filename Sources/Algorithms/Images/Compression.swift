import CZlib

/// Returns bytes as zlib compresses them, from 1 (fast) to 9 (small), or nil where it has no memory.
func deflated(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
  var length = compressBound(uLong(bytes.count))
  var result = [UInt8](repeating: 0, count: Int(length))
  guard compress2(&result, &length, bytes, uLong(bytes.count), level) == Z_OK else { return nil }
  return Array(result.prefix(Int(length)))
}
