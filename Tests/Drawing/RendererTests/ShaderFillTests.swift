import Colors
import Foundation
import GPU
import Geometry
import Renderer
import Scene
import Testing

/// Layers painted by custom shaders.
@Suite struct ShaderFillTests {
  private typealias Value = ShaderFill.Input.Value

  /// The numbers from 1 to 16 in row order.
  private static let mapping = Transform3D(
    rows: ([1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]))

  /// Three by two pixels: red, green, blue above white, black and half-transparent red.
  private static let bitmap = SharedBitmap(
    size: PixelSize(width: 3, height: 2),
    bytes: [
      255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255, 0, 0, 0, 255, 255, 0, 0, 128,
    ])

  private static let inputs: [(Value, String)] = [
    (.float(1.5), "u == 1.5"), (.vec2([1, 2]), "u == vec2(1, 2)"), (.vec3([1, 2, 3]), "u == vec3(1, 2, 3)"),
    (.vec4([1, 2, 3, 4]), "u == vec4(1, 2, 3, 4)"),
    (.mat3(mapping), "u * vec3(1, 10, 100) == vec3(951, 1062, 1173)"),
    (.mat4(mapping), "u * vec4(1, 10, 100, 1) == vec4(964, 1076, 1188, 1300)"),
    (.time, "u == 2.25"), (.size, "u == vec2(20, 10)"),
    (.pointer, "u == vec3(0, 0, 0)"),
    (.bitmap(bitmap, .nearest), "textureSize(u, 0) == ivec2(3, 2)"),
  ]

  /// A layer of 20 × 10 points painted by a fill, turned by 45° or not.
  private func layer(_ fill: ShaderFill, isTurned: Bool = false) -> Layer {
    let root = Layer(frame: Rect(x: 0, y: 0, width: 20, height: 10))
    let painted = Layer(frame: Rect(x: 0, y: 0, width: 20, height: 10))
    painted.contents = .shader(fill)
    if isTurned { painted.transform = .rotation(.pi / 4, x: 0, y: 0, z: 1) }
    root.addSublayer(painted)
    return root
  }

  @Test(arguments: inputs.indices, [false, true])
  func `every kind of input arrives`(index: Int, isTurned: Bool) throws {
    let (value, comparison) = Self.inputs[index]
    let fill = ShaderFill(
      "vec4 paint(vec2 p) { return \(comparison) ? vec4(0, 1, 0, 1) : vec4(1, 0, 0, 1); }",
      reading: [.init("u", value)], isOpaque: true)
    var list = DisplayList()
    list.record(layer(fill, isTurned: isTurned), at: 2.25)

    let picture = try Drawing().picture(of: list, 20, 10)

    #expect(picture[10, 5] == [0, 255, 0, 255])
  }

  @Test(arguments: [DriverDescription.Kind.embedded, .desktop])
  func `a bitmap is seen upright at p, without colours from beyond its edge`(
    kind: DriverDescription.Kind
  ) throws {
    let fill = ShaderFill(
      "vec4 paint(vec2 p) { return texture(photo, p); }",
      reading: [.init("photo", .bitmap(Self.bitmap, .nearest))], isOpaque: false)

    let picture = try Drawing(kind).picture(of: layer(fill), 20, 10, background: RGBA(hex: 0))

    #expect(picture[0, 0] == [255, 0, 0, 255] && picture[10, 0] == [0, 255, 0, 255])
    #expect(picture[19, 0] == [0, 0, 255, 255] && picture[0, 9] == [255, 255, 255, 255])
    #expect(picture[10, 9] == [0, 0, 0, 255])
    // Half of red over black.
    #expect(picture[19, 9] == [128, 0, 0, 255])
  }

  @Test func `several bitmaps keep their own names`() throws {
    func plain(_ color: [UInt8]) -> Value {
      .bitmap(SharedBitmap(size: PixelSize(width: 1, height: 1), bytes: color + [255]))
    }
    let fill = ShaderFill(
      "vec4 paint(vec2 p) { return p.x < 0.5 ? texture(left, p) : texture(right, p); }",
      reading: [
        .init("left", plain([10, 20, 30])), .init("unused", 1), .init("right", plain([40, 50, 60])),
      ], isOpaque: true)

    let picture = try Drawing().picture(of: layer(fill), 20, 10)

    #expect(picture[2, 5] == [10, 20, 30, 255] && picture[17, 5] == [40, 50, 60, 255])
  }

  @Test func `only what reads the time looks different at another time`() throws {
    let text = "vec4 paint(vec2 p) { return vec4(fract(seconds), 0.0, 0.0, 1.0); }"
    let moving = layer(ShaderFill(text, reading: [.init("seconds", .time)], isOpaque: true))
    let still = layer(ShaderFill(text, reading: [.init("seconds", 0.25)], isOpaque: true))
    func list(_ layer: Layer, at time: Double?) -> DisplayList {
      var list = DisplayList()
      list.record(layer, at: time)
      return list
    }
    let drawing = try Drawing()

    #expect(list(moving, at: 1).readsTime && !list(still, at: 1).readsTime)
    #expect(list(moving, at: 1) != list(moving, at: 2) && list(still, at: 1) == list(still, at: 2))
    #expect(list(moving, at: 1) == list(moving, at: 1))
    #expect(try drawing.picture(of: list(moving, at: 7.6), 20, 10)[3, 3] == [153, 0, 0, 255])
    #expect(try drawing.picture(of: list(moving, at: nil), 20, 10)[3, 3] == [0, 0, 0, 255])
    moving.sublayers[0].isHidden = true
    #expect(!list(moving, at: 1).readsTime)
  }

  @Test func `the pointer is at the point below it, wherever the layer lies and however it is turned`() throws
  {
    let fill = ShaderFill(
      "vec4 paint(vec2 p) { return vec4(vec3(pointer.z * step(distance(p * size, pointer.xy), 1.5)), 1.0); }",
      reading: [.init("pointer", .pointer), .init("size", .size)], isOpaque: true)
    let root = Layer(frame: Rect(x: 0, y: 0, width: 80, height: 60))
    let painted = Layer(frame: Rect(x: 10, y: 8, width: 60, height: 40))
    // The contents of a layer may begin anywhere.
    painted.bounds = Rect(x: -30, y: 7, width: 60, height: 40)
    painted.contents = .shader(fill)
    root.addSublayer(painted)
    func list(_ pointer: Point?) -> DisplayList {
      var list = DisplayList()
      list.record(root, pointer: pointer)
      return list
    }
    let drawing = try Drawing()

    let transforms: [Transform3D] = [
      .identity, .rotation(0.5, x: 0, y: 0, z: 1), .rotation(0.9, x: 0, y: 1, z: 0),
    ]
    for transform in transforms {
      painted.transform = transform
      root.sublayerTransform = .perspective(distance: 90)
      for place in [Point(30.5, 20.5), Point(44.5, 33.5)] {
        let picture = try drawing.picture(of: list(place), 80, 60)
        #expect(picture[Int(place.x), Int(place.y)] == [255, 255, 255, 255])
        #expect(picture[Int(place.x) + 8, Int(place.y)] == [0, 0, 0, 255])
        #expect(picture[Int(place.x), Int(place.y) - 8] == [0, 0, 0, 255])
      }
    }
    #expect(try drawing.picture(of: list(nil), 80, 60)[30, 20] == [0, 0, 0, 255])
  }

  @Test func `the pointer changes the picture of a fill that reads it, and of no other`() {
    func list(_ input: ShaderFill.Input, _ pointer: Point?) -> DisplayList {
      let fill = ShaderFill("vec4 paint(vec2 p) { return vec4(1.0); }", reading: [input], isOpaque: true)
      var list = DisplayList()
      list.record(layer(fill), at: 1, pointer: pointer)
      return list
    }
    let (one, other) = (Point(3, 4), Point(5, 6))

    #expect(list(.init("a", .pointer), one) != list(.init("a", .pointer), other))
    #expect(list(.init("a", .pointer), one) != list(.init("a", .pointer), nil))
    #expect(list(.init("a", .size), one) == list(.init("a", .size), other))
  }

  @Test func `a point of a layer is found at its place in the program`() throws {
    let fill = ShaderFill(
      "vec4 paint(vec2 p) { return vec4(vec3(step(distance(p * size, pointer * size), 2.0)), 1.0); }",
      reading: [.init("pointer", .vec2(.zero)), .init("size", .size)], isOpaque: true)
    let there = fill.setting(
      "pointer", to: .vec2(fill.place(of: Point(15, 3), in: Rect(x: 0, y: 0, width: 20, height: 10))))

    let picture = try Drawing().picture(of: layer(there), 20, 10)

    #expect(picture[15, 3] == [255, 255, 255, 255])
    #expect(picture[5, 3] == [0, 0, 0, 255] && picture[15, 7] == [0, 0, 0, 255])
    #expect(fill.inputs != there.inputs && fill.text == there.text)
  }

  @Test(arguments: [false, true])
  func `a fault is on the author's own line, with what may be used`(isTurned: Bool) throws {
    let fill = ShaderFill(
      "vec4 paint(vec2 p) {\n  return vec4(share, 0.0,\n    shore, 1.0);\n}",
      reading: [.init("share", 0.5), .init("ink", RGBA(hex: 0)), .init("photo", .bitmap(Self.bitmap))],
      isOpaque: true)

    let error = #expect(throws: ShaderError.self) {
      try Drawing().picture(of: layer(fill, isTurned: isTurned), 20, 10)
    }

    let text = error?.description ?? ""
    #expect(error?.file == "fill" && [2, 3].contains(error?.line ?? 0), "\(text)")
    #expect(text.contains("shore"))
    #expect(
      text.hasSuffix(
        "fill: the fill defines vec4 paint(vec2 p) and may use float share, vec4 ink, sampler2D photo"))
  }

  @Test func `more bitmaps than every driver has room for are refused`() throws {
    let fill = ShaderFill(
      "vec4 paint(vec2 p) { return vec4(1.0); }",
      reading: (0...8).map { .init("photo\($0)", .bitmap(Self.bitmap)) }, isOpaque: true)

    let error = #expect(throws: ShaderError.self) { try Drawing().picture(of: layer(fill), 20, 10) }

    #expect(error?.description == "inputs: a fill reads up to 8 bitmaps")
  }

  /// A text that paints one colour.
  private static func plain(_ color: String) -> String { "vec4 paint(vec2 p) {\n  return \(color);\n}\n" }

  @Test func `a watched file changes the fill, and a fault in it keeps the last text that compiled`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "watched-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "fill.glsl").path(percentEncoded: false)
    let fill = ShaderFill(
      Self.plain("vec4(share, 0.0, 0.0, 1.0)"), reading: [.init("share", 1)], isOpaque: true
    ).watching(file)
    let (upright, turned) = (layer(fill), layer(fill, isTurned: true))
    let drawing = try Drawing()
    func colors() throws -> [[UInt8]] {
      try [upright, turned].map { try drawing.picture(of: $0, 20, 10)[10, 5] }
    }
    func save(_ text: String) throws -> WatchedTexts.Change {
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      return drawing.renderer.rereadFiles()
    }

    // Without the file, the fill shows its own text.
    #expect(try colors() == [[255, 0, 0, 255], [255, 0, 0, 255]])
    #expect(drawing.renderer.watchesFiles && !drawing.renderer.rereadFiles().isVisible)

    let changed = try save(Self.plain("vec4(0.0, share, 0.0, 1.0)"))
    #expect(changed.isVisible && changed.errors.isEmpty)
    #expect(try colors() == [[0, 255, 0, 255], [0, 255, 0, 255]])

    let broken = try save(Self.plain("vec4(0.0, 0.0, shore, 1.0)"))
    let words = broken.errors.map { "\($0)" }.joined()
    #expect(!broken.isVisible && broken.errors.count == 1)
    #expect(words.contains("fill.glsl:2: ") && words.contains("shore"), "\(words)")
    #expect(words.contains("may use float share"), "\(words)")
    // The fault is reported once, and the last good text stays.
    #expect(drawing.renderer.rereadFiles().errors.isEmpty)
    #expect(try colors() == [[0, 255, 0, 255], [0, 255, 0, 255]])

    let repaired = try save(Self.plain("vec4(0.0, 0.0, share, 1.0)"))
    #expect(repaired.isVisible && repaired.errors.isEmpty)
    #expect(try colors() == [[0, 0, 255, 255], [0, 0, 255, 255]])
  }

  @Test func `a watched file lies beside the source file that names it`() {
    let fill = ShaderFill(Self.plain("vec4(1.0)"), isOpaque: true)

    #expect(fill.watching("a.glsl", beside: "/src/Water/main.swift").file == "/src/Water/a.glsl")
    #expect(fill.watching("/tmp/a.glsl", beside: "/src/main.swift").file == "/tmp/a.glsl")
    #expect(fill.file == nil)
  }
}
