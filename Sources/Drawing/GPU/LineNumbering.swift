/// Which lines of what a driver compiles belong to which of the pieces it was made of.
///
/// GLSL can number its sources, but Mesa forgets that number in all but syntax errors. So each piece counts its lines
/// from a round number of its own: with three short pieces from 1, 1001 and 2001.
struct LineNumbering {
  let files: [String]

  /// The distance between the first lines of two pieces; small, as some drivers keep lines in 16 bits.
  let stride: Int

  init(_ sources: [ShaderSource]) {
    let longest = sources.map { $0.text.utf8.count { $0 == UInt8(ascii: "\n") } + 2 }.max() ?? 0
    var stride = 1000
    while stride < longest { stride *= 10 }
    self.init(files: sources.map(\.file), stride: stride)
  }

  init(files: [String], stride: Int) {
    self.files = files
    self.stride = stride
  }

  /// The directive before the piece at `index`.
  func directive(_ index: Int) -> String {
    "#line \(index * stride + 1)\n"
  }

  /// Returns the file that the driver's `line` lies in, and which line of that it is.
  func place(of line: Int) -> (file: String, line: Int)? {
    let index = (line - 1) / stride
    guard line > 0, files.indices.contains(index) else { return nil }
    return (files[index], line - index * stride)
  }
}
