// A target for libFuzzer; Scripts/fuzz builds it in one module with Geometry and VectorArt.

/// Feeds bytes to the decoder of path codes or to the importer of SVG; nothing may trap, hang or take much memory.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt
{
  guard size > 0 else { return 0 }
  var bytes = Array(UnsafeBufferPointer(start: data, count: size))
  let mode = bytes.removeFirst()
  if mode & 1 == 0 {
    fuzzPathCode(bytes, mode)
  } else {
    var limits = ImportLimits.default
    (limits.crossings, limits.segments, limits.drawnElements, limits.dashes) = (20_000, 20_000, 500, 500)
    _ = try? VectorImage(svg: bytes, limits: limits)
  }
  return 0
}

private func fuzzPathCode(_ bytes: [UInt8], _ mode: UInt8) {
  var code = bytes
  if !code.isEmpty {
    // A right version and check byte, so that the fuzzer gets beyond them.
    code[0] = PathCode.version
    code = PathCode.sealed(code)
  }
  guard let path = try? PathCode.decode(code), path.elements.count < 200 else { return }
  _ = path.bounds
  if mode & 2 == 2 { _ = try? path.overlapsRemoved(crossingLimit: 20_000) }
  if mode & 4 == 4 { _ = try? PathCode.decode(PathCode.encode(path)) }
}
