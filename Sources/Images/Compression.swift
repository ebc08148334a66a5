import CZlib

/// Returns bytes as zlib compresses them, from 1 (fast) to 9 (small), or nil where it has no memory.
func deflated(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
  var length = compressBound(uLong(bytes.count))
  var result = [UInt8](repeating: 0, count: Int(length))
  guard compress2(&result, &length, bytes, uLong(bytes.count), level) == Z_OK else { return nil }
  return Array(result.prefix(Int(length)))
}

/// Returns the bytes of which `deflated` made others, or nil where these are no such bytes or there is no memory.
func inflated(_ bytes: [UInt8], count: Int) -> [UInt8]? {
  let result = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
    var length = uLong(count)
    let code = uncompress(buffer.baseAddress, &length, bytes, uLong(bytes.count))
    initializedCount = code == Z_OK ? Int(length) : 0
  }
  return result.count == count ? result : nil
}
