// Targets for libFuzzer; Scripts/fuzz builds them in one module with all that reads foreign bytes, and FUZZ_TARGET names
// the one that gets the bytes.

import Glibc

/// The functions to fuzz; none may trap, hang or take much memory.
private nonisolated(unsafe) let target: ([UInt8]) -> Void = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = targets[name] else {
    preconditionFailure("FUZZ_TARGET is one of \(targets.keys.sorted())")
  }
  return target
}()

private nonisolated(unsafe) let targets: [String: ([UInt8]) -> Void] = [
  "svg": fuzzSVG, "path": fuzzPathCode, "color": fuzzColor, "table": fuzzTable, "json": fuzzJSON,
  "script": { _ = try? InputScript(text: $0, named: "fuzz") }, "poster": fuzzPoster, "css": fuzzBackground,
  "palette": fuzzPalette, "catalog": fuzzCatalog,
]

@_cdecl("LLVMFuzzerTestOneInput") public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt
{
  target(Array(UnsafeBufferPointer(start: data, count: size)))
  return 0
}

private func fuzzSVG(_ bytes: [UInt8]) {
  var limits = ImportLimits.default
  (limits.crossings, limits.segments, limits.drawnElements, limits.dashes) = (20_000, 20_000, 500, 500)
  _ = try? VectorImage(svg: bytes, limits: limits)
}

/// The first byte says what is done with the path.
private func fuzzPathCode(_ bytes: [UInt8]) {
  guard let mode = bytes.first else { return }
  var code = Array(bytes.dropFirst())
  // As it is, also of earlier versions; and with a right version and check byte, so that the fuzzer gets beyond them.
  _ = try? PathCode.decode(code)
  if !code.isEmpty {
    code[0] = PathCode.version
    code = PathCode.sealed(code)
  }
  guard let path = try? PathCode.decode(code), path.elements.count < 200 else { return }
  _ = path.bounds
  if mode & 2 == 2 { _ = try? path.overlapsRemoved(crossingLimit: 20_000) }
  if mode & 4 == 4 { _ = try? PathCode.decode(PathCode.encode(path)) }
}

/// A colour that can be read is printed and read again unchanged.
private func fuzzColor(_ bytes: [UInt8]) {
  guard let color = try? Color(parsing: String(decoding: bytes, as: UTF8.self)) else { return }
  let text = color.text(as: .css)
  guard let again = try? Color(parsing: text) else { preconditionFailure("\(text) is not read again") }
  let (first, second) = (color.rgba, again.rgba)
  // Ten digits are written, of what is far beyond white, too; but no numbers of ten digits before the point.
  let size = max(1, first.red.magnitude, first.green.magnitude, first.blue.magnitude)
  guard size < 1e8 else { return }
  let off = [
    first.red - second.red, first.green - second.green, first.blue - second.blue, first.alpha - second.alpha,
  ].map { $0.magnitude / size }
  // A value between two eight-bit levels may become either; a whole level is written as CSS has it, with few digits.
  precondition(
    first.bytes8 == second.bytes8 || off.allSatisfy { $0 < 1e-5 }, "\(text) is another colour")
}

private func fuzzTable(_ bytes: [UInt8]) {
  _ = DataTable.check()(bytes[...])
  for name in ["", "a.tsv"] {
    guard let table = try? DataTable(bytes, named: name) else { continue }
    for index in 0..<table.count {
      guard let row = try? table.row(index) else { continue }
      precondition(row.values.count == table.columns.count, "a row has all columns")
    }
  }
}

/// JSON that can be read is written and read again unchanged.
private func fuzzJSON(_ bytes: [UInt8]) {
  guard let value = try? JSONValue(bytes[...]) else { return }
  guard let again = try? JSONValue(Array(value.line.utf8)[...]) else {
    preconditionFailure("what was written is not read")
  }
  precondition(again.line == value.line, "what was written is read otherwise")
}

/// A poster that can be read is written and read again unchanged.
private func fuzzPoster(_ bytes: [UInt8]) {
  guard let poster = try? Poster(json: bytes) else { return }
  let text = poster.json
  guard let again = try? Poster(json: Array(text.utf8)) else {
    preconditionFailure("a poster that was written is not read")
  }
  precondition(again.json == text, "a poster that was written is read otherwise")
}

private func fuzzBackground(_ bytes: [UInt8]) {
  _ = try? Background(css: String(decoding: bytes, as: UTF8.self), page: Page(width: 210, height: 297))
}

/// A palette read in any format is written in every format; our own document is read again, with as many colours by the
/// same names.
private func fuzzPalette(_ bytes: [UInt8]) {
  guard let palette = try? PaletteFile(bytes).palette, palette.swatches.count < 200 else { return }
  for format in PaletteFormat.allCases { _ = try? format.bytes(of: palette) }
  guard let document = try? PaletteFormat.regalia.bytes(of: palette),
    let again = try? PaletteFile(document).palette
  else { preconditionFailure("a palette that was written is not read") }
  precondition(
    again.swatches.map(\.name) == palette.swatches.map(\.name),
    "a palette is read otherwise than it was written")
}

/// A catalogue of translations, or the rule by which one chooses plural forms.
private func fuzzCatalog(_ bytes: [UInt8]) {
  _ = (try? PluralForms(String(decoding: bytes, as: UTF8.self)))?.form(for: bytes.count)
  guard let catalog = try? MessageCatalog(bytes) else { return }
  let language = Language(tag: "x", catalog: catalog)
  precondition(language.localized("Delete {name}?", ["name": "Anna"]).contains("Anna"), "a value is lost")
  _ = language.localized("One poster", plural: "{count} posters", count: bytes.count)
}
