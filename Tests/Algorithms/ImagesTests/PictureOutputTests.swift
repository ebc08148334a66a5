import ColorManagement
import Colors
import Foundation
import Geometry
import Images
import Testing

/// A program of the system.
private enum Program {
  static func path(_ name: String) -> String? {
    let path = "/usr/bin/" + name
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }
}

/// Pictures in lossy formats, as libjpeg's, libwebp's and libavif's own programs read them.
@Suite struct PictureOutputTests {
  /// A ground with a gradient, and bars in saturated colours, as posters have them.
  private let picture: Bitmap = {
    let size = PixelSize(width: 203, height: 151)
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        if x / 20 % 3 == 1, y / 15 % 2 == 0 {
          bytes += [208, 0, 0, 255]
        } else {
          bytes += [UInt8(x), UInt8(y), UInt8((x + y) / 2), 255]
        }
      }
    }
    return Bitmap(size: size, bytes: bytes)
  }()

  private func withScratch<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "regalia-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder.path(percentEncoded: false))
  }

  /// Writes the picture in portions of rows.
  private func write(
    _ format: PictureFormat, to path: String, quality: Int = 90, portion: Int = 40,
    while goesOn: () -> Bool = { true }
  ) throws {
    let size = picture.size
    func append<File: PictureOutput & ~Copyable>(_ file: consuming File) throws {
      for row in stride(from: 0, to: size.height, by: portion) {
        let end = min(row + portion, size.height)
        try file.append(Array(picture.bytes[4 * size.width * row..<4 * size.width * end]))
      }
      try file.finish(while: goesOn)
    }
    switch format {
    case .png: try append(PNGFile(path: path, size: size, pixelsPerInch: 300))
    case .jpeg: try append(JPEGFile(path: path, size: size, pixelsPerInch: 300, quality: quality))
    case .webp: try append(WebPFile(path: path, size: size, pixelsPerInch: 300, quality: quality))
    case .avif: try append(AVIFFile(path: path, size: size, pixelsPerInch: 300, quality: quality))
    }
  }

  @discardableResult
  private func run(_ name: String, _ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: try #require(Program.path(name)))
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(name) \(arguments)")
    return data
  }

  /// Returns the pixels that the format's own program reads, without alpha.
  private func read(_ format: PictureFormat, _ path: String) throws -> [UInt8] {
    if format == .avif {
      try run("avifdec", ["--depth", "8", path, path + ".png"])
      let bitmap = try Bitmap(contentsOf: path + ".png")
      #expect(bitmap.size == picture.size)
      return colors(of: bitmap)
    }
    let data = try format == .jpeg ? run("djpeg", ["-pnm", path]) : run("dwebp", [path, "-ppm", "-o", "-"])
    let head = Data("P6\n\(picture.size.width) \(picture.size.height)\n255\n".utf8)
    #expect(data.prefix(head.count) == head)
    return Array(data.dropFirst(head.count))
  }

  private func colors(of bitmap: Bitmap) -> [UInt8] {
    bitmap.bytes.indices.filter { $0 % 4 != 3 }.map { bitmap.bytes[$0] }
  }

  /// The root mean square of differences in levels of 255.
  private func error(_ pixels: [UInt8]) -> Double {
    let exact = colors(of: picture)
    guard pixels.count == exact.count else { return .infinity }
    let sum = zip(pixels, exact).reduce(0.0) { $0 + pow(Double($1.0) - Double($1.1), 2) }
    return (sum / Double(exact.count)).squareRoot()
  }

  @Test(
    .enabled(if: ["djpeg", "dwebp", "avifdec"].allSatisfy { Program.path($0) != nil }),
    arguments: [PictureFormat.jpeg, .webp, .avif])
  func `foreign programs read the picture as exactly as its quality says`(format: PictureFormat) throws {
    try withScratch { folder in
      var errors: [Double] = []
      var sizes: [Int] = []
      for quality in [20, 60, 95] {
        let path = "\(folder)/\(quality).\(format.ending)"
        try write(format, to: path, quality: quality)
        errors.append(error(try read(format, path)))
        sizes.append(try Data(contentsOf: URL(filePath: path)).count)
      }
      #expect(errors[0] > errors[1] && errors[1] > errors[2], "\(errors)")
      #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2], "\(sizes)")
      guard format == .webp else { return #expect(errors[2] < 2.5, "\(errors)") }
      // WebP halves the resolution of colours, which the edges of red bars show, also in the format's own program.
      try write(.png, to: "\(folder)/exact.png")
      try run("cwebp", ["-quiet", "-q", "95", "\(folder)/exact.png", "-o", "\(folder)/other.webp"])
      #expect(try errors[2] < 1.05 * error(read(.webp, "\(folder)/other.webp")), "\(errors)")
    }
  }

  @Test(
    .enabled(if: ["dwebp", "avifdec"].allSatisfy { Program.path($0) != nil }),
    arguments: [PictureFormat.webp, .avif])
  func `the best quality loses nothing`(format: PictureFormat) throws {
    try withScratch { folder in
      let path = "\(folder)/picture.\(format.ending)"
      try write(format, to: path, quality: 100)
      #expect(try read(format, path) == colors(of: picture))
    }
  }

  @Test(arguments: PictureFormat.allCases)
  func `equal pictures give equal bytes in any portions`(format: PictureFormat) throws {
    try withScratch { folder in
      var files: [Data] = []
      for portion in [1, 40, picture.size.height] {
        let path = "\(folder)/\(portion)"
        try write(format, to: path, portion: portion)
        files.append(try Data(contentsOf: URL(filePath: path)))
      }
      #expect(files[0] == files[1] && files[1] == files[2])
    }
  }

  @Test(.enabled(if: Program.path("djpeg") != nil))
  func `a JPEG has the profile and the resolution`() throws {
    try withScratch { folder in
      let path = folder + "/picture.jpg"
      try write(.jpeg, to: path)
      try run("djpeg", ["-icc", path + ".icc", "-outfile", path + ".ppm", path])
      #expect(try Array(Data(contentsOf: URL(filePath: path + ".icc"))) == StandardProfile.sRGB)
      let head = try Array(Data(contentsOf: URL(filePath: path)).prefix(18))
      // JFIF: dots per inch, 300 each way.
      #expect(Array(head[6..<11]) == Array("JFIF\0".utf8))
      #expect(Array(head[13..<18]) == [1, 1, 44, 1, 44])
    }
  }

  @Test(.enabled(if: Program.path("webpmux") != nil))
  func `a WebP has the profile and the resolution`() throws {
    try withScratch { folder in
      let path = folder + "/picture.webp"
      try write(.webp, to: path)
      try run("webpmux", ["-get", "icc", path, "-o", path + ".icc"])
      #expect(try Array(Data(contentsOf: URL(filePath: path + ".icc"))) == StandardProfile.sRGB)
      try run("webpmux", ["-get", "exif", path, "-o", path + ".exif"])
      let exif = try Array(Data(contentsOf: URL(filePath: path + ".exif")))
      // 300,000 thousandths of a pixel per inch, both ways.
      let number = [0xE0, 0x93, 0x04, 0, 0xE8, 0x03, 0, 0].map { UInt8($0) }
      #expect(exif.count == 66 && Array(exif[50...]) == number + number)
    }
  }

  @Test(.enabled(if: Program.path("avifdec") != nil))
  func `an AVIF says that it is sRGB at full resolution of colours`() throws {
    try withScratch { folder in
      let path = folder + "/picture.avif"
      try write(.avif, to: path)
      let text = String(decoding: try run("avifdec", ["--info", path]), as: UTF8.self)
      for words in [
        "203x151", "yuv444", "color primaries: 1", "transfer char. : 13", "exif metadata  : present",
      ] {
        #expect(text.lowercased().contains(words), "\(words) in \(text)")
      }
    }
  }

  @Test(arguments: PictureFormat.allCases)
  func `a file that is not finished leaves the old one as it was`(format: PictureFormat) throws {
    try withScratch { folder in
      let path = folder + "/picture"
      try Data("old".utf8).write(to: URL(filePath: path))
      if format != .png, format != .jpeg {
        #expect(throws: ImageError(path: path, reason: .stopped)) {
          try write(format, to: path, while: { false })
        }
      }
      let row = Array(picture.bytes.prefix(4 * picture.size.width))
      func begin<File: PictureOutput & ~Copyable>(_ file: consuming File) throws { try file.append(row) }
      switch format {
      case .png: try begin(PNGFile(path: path, size: picture.size))
      case .jpeg: try begin(JPEGFile(path: path, size: picture.size))
      case .webp: try begin(WebPFile(path: path, size: picture.size))
      case .avif: try begin(AVIFFile(path: path, size: picture.size))
      }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["picture"])
    }
  }

  @Test(arguments: PictureFormat.allCases)
  func `an impossible size is refused with the limit`(format: PictureFormat) {
    for size in [PixelSize(width: 0, height: 3), PixelSize(width: format.longestSide + 1, height: 1)] {
      let refusal = ImageError(path: "x", reason: .tooLargeFor(format, size))
      #expect(throws: refusal) { try format.check(size, path: "x") }
      #expect(
        refusal.description.contains("\(format.longestSide)") && refusal.description.contains("use PNG"))
    }
  }

  @Test(arguments: [PictureFormat.jpeg, .webp, .avif])
  func `a full disk is reported and leaves nothing`(format: PictureFormat) {
    // Writing to this device fails as on a full disk (full(4)).
    #expect {
      try write(format, to: "/dev/full")
    } throws: {
      "\($0)".contains("disk is full")
    }
  }
}
