// A target for libFuzzer; Scripts/fuzz builds it in one module with all that reads foreign bytes.

/// Feeds bytes to one of the readers, which the first byte chooses; nothing may trap, hang or take much memory.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt
{
  guard size > 0 else { return 0 }
  var bytes = Array(UnsafeBufferPointer(start: data, count: size))
  let mode = bytes.removeFirst()
  switch mode {
  case UInt8(ascii: "C"): fuzzColor(bytes)
  case UInt8(ascii: "T"): fuzzTable(bytes)
  case UInt8(ascii: "J"): fuzzJSON(bytes)
  case UInt8(ascii: "S"): _ = try? InputScript(text: bytes, named: "fuzz")
  case _ where mode & 1 == 0: fuzzPathCode(bytes, mode)
  default:
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

/// What is read as a colour is printed, read again and the same.
private func fuzzColor(_ bytes: [UInt8]) {
  guard let color = try? Color(parsing: String(decoding: bytes, as: UTF8.self)) else { return }
  let text = color.text(as: .css)
  guard let again = try? Color(parsing: text) else { preconditionFailure("\(text) is not read again") }
  precondition(again.rgba.bytes8 == color.rgba.bytes8, "\(text) is another colour")
}

private func fuzzTable(_ bytes: [UInt8]) {
  _ = CSVTable.fault(in: bytes[...])
  _ = try? CSVTable(bytes)
}

/// What is read as JSON is written, read again and the same.
private func fuzzJSON(_ bytes: [UInt8]) {
  guard let value = try? JSONValue(bytes[...]) else { return }
  guard let again = try? JSONValue(Array(value.line.utf8)[...]) else {
    preconditionFailure("what was written is not read")
  }
  precondition(again.line == value.line, "what was written is read otherwise")
}
