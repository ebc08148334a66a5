import Foundation
import Geometry
import TestSupport
import Testing

@testable import VectorArt

@Suite struct VectorImageTests {
  @Test func `a path that is written is read the same, to the last bit`() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<2000 {
      let exponent = Double.random(in: -12...12, using: &random)
      let point = Point(
        .random(in: -1...1, using: &random) * pow(10, exponent), 2 + .random(in: 0...1, using: &random))
      let path = Path { $0.move(to: point) }
      #expect(Path(svgData: path.svgData()) == path)
    }
    let numbers = [
      ("2.5300000000000002", 2 + 0.53), ("1e-30", 1e-30), ("9007199254740993", 9_007_199_254_740_992),
    ]
    for (text, number) in numbers {
      #expect(Path(svgData: "M\(text) 0")?.bounds?.minX == number, "\(text)")
    }
  }

  private func area(_ content: String, _ attributes: String = "viewBox='0 0 100 100'") throws -> Double {
    try VectorImage(svg: "<svg xmlns='http://www.w3.org/2000/svg' \(attributes)>\(content)</svg>").path
      .signedArea
  }

  private static let painted: [(String, Double)] = [
    ("<rect width='10' height='20'/>", 200.0),
    ("<rect width='10' height='20' fill='none'/>", 0),
    ("<rect width='10' height='20' opacity='0'/>", 0),
    ("<rect width='10' height='20' fill='#ff000000'/>", 0),
    ("<rect width='10' height='20' fill='rgb(1 2 3 / 1%)'/>", 0),
    ("<rect width='10' height='20' fill='url(#none) none'/>", 0),
    ("<g display='none'><rect width='10' height='20'/></g>", 0),
    ("<g visibility='hidden'><rect width='10' height='20' visibility='visible'/></g>", 200),
    ("<rect width='10%' height='5mm'/>", 188.976378),
    ("<g font-size='4'><rect width='2em' height='3ex'/></g>", 48),
    ("<rect width='1in' height='1pt'/>", 128),
    ("<polygon points='0,0 10,0 10,10'/>", 50),
    ("<polyline points='0 0 10 0 10 10 5'/>", 50),
    ("<line x1='0' y1='5' x2='50' y2='5' stroke='red' stroke-width='2'/>", 100),
    ("<rect width='10' height='10'/><rect x='5' width='10' height='10'/>", 150),
    ("<path d='M0 0H40V40H0z M10 10H30V30H10z'/>", 1600),
    ("<path fill-rule='evenodd' d='M0 0H40V40H0z M10 10H30V30H10z'/>", 1200),
    ("<path d='m0 0h10v10h-10zm20 0 10 0 0 10-10 0z'/>", 200),
    ("<path d='M0,0 10,0 10,10 L'/>", 50),
    ("<path d='M0 0L10 0 10 10 0 10zL0 5 5 5 5 0'/>", 75),
    ("<path d='L10 10 20 0z'/>", 0),
    ("<defs><rect id='a' width='4' height='4'/></defs><use href='#a'/><use href='#a' x='10'/>", 32),
    (
      "<symbol id='s' viewBox='0 0 1 1'><rect width='1' height='1'/></symbol><use href='#s' width='7' height='7'/>",
      49
    ),
    ("<switch><rect systemLanguage='xx' width='9' height='9'/><rect width='5' height='5'/></switch>", 25),
    ("<svg x='10' width='10' height='10'><rect width='50' height='50'/></svg>", 100),
    (
      "<clipPath id='c'><rect width='5' height='5'/></clipPath><rect width='9' height='9' clip-path='url(#c)'/>",
      25
    ),
    (
      """
      <clipPath id='c' clipPathUnits='objectBoundingBox'><rect width='.5' height='.5'/></clipPath>
      <g clip-path='url(#c)'><rect x='10' width='20' height='20'/></g>
      """, 100
    ),
    ("<style>.a{fill:none}.a.b{fill:red!important}</style><rect class='a b' width='3' height='3'/>", 9),
    ("<style>g > rect { fill: none }</style><g><rect width='3' height='3'/></g>", 0),
    ("<style>@media print { rect { fill: none } } /* } */</style><rect width='3' height='3'/>", 9),
    ("<rect style='fill:none;stroke:blue;stroke-width:1' x='10' y='10' width='3' height='3'/>", 12),
    ("<g transform='rotate(30 50 50) scale(2)'><rect x='20' y='20' width='3' height='3'/></g>", 36),
    ("<rect transform='scale(3)' transform-origin='50% 50%' x='45' y='45' width='10' height='10'/>", 900),
    ("<rect width='200' height='10' x='-50'/>", 1000),
    ("<circle r='1e9' cx='1e9' cy='50'/>", 10_000),
  ]

  @Test(arguments: painted)
  func `paints what the document says`(content: String, expected: Double) throws {
    #expect((try area(content) - expected).magnitude < 1e-3 * max(1, expected))
  }

  @Test(arguments: [
    ("", 100.0, 50.0, 100.0), ("xMidYMid slice", 100, 50, 100), ("none", 100, 50, 100),
    ("xMinYMin", 50, 100, 50),
  ])
  func `fits its view box as asked`(align: String, width: Double, height: Double, extent: Double) throws {
    let image = try VectorImage(
      svg: """
        <svg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='\(height)' viewBox='0 0 10 10' \
        preserveAspectRatio='\(align)'><rect width='10' height='10'/></svg>
        """)

    #expect(image.viewport == Rect(x: 0, y: 0, width: width, height: height))
    #expect((max(image.bounds.width, image.bounds.height) - (align.isEmpty ? 50 : extent)).magnitude < 1e-6)
  }

  @Test func `markers stand on the vertices`() throws {
    let content = """
      <marker id='m' refX='1' refY='1' markerWidth='2' markerHeight='2' markerUnits='userSpaceOnUse'>
      <rect width='9' height='9'/></marker>
      <path d='M10 10H30V30' fill='none' marker-start='url(#m)' marker-mid='url(#m)' marker-end='url(#m)'/>
      """

    #expect((try area(content) - 12).magnitude < 1e-6)
  }

  @Test(arguments: [
    ("<text>hi</text>", "text"), ("<image href='a.png'/>", "bitmap"),
    ("<g filter='url(#f)'/><filter id='f'/>", "filter"),
    (
      "<rect mask='url(#m)' width='1' height='1'/><mask id='m'><rect width='1' height='1' fill='gray'/></mask>",
      "mask"
    ),
    ("<use href='#x'/>", "does not exist"),
    ("<path d='M0 0 L5 5 Q'/>", "fault"),
  ])
  func `names what no silhouette can show`(content: String, word: String) throws {
    let image = try VectorImage(
      svg: "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>\n \(content)</svg>")

    #expect(image.warnings.contains { $0.description.contains(word) && $0.line == 2 })
  }

  @Test(arguments: [
    ("<svg", 1, 1), ("<svg>\n<g></svg>", 2, 6), ("<svg a='1' a='2'/>", 1, 12), ("<svg>&nope;</svg>", 1, 6),
    ("\n\n<html/>", 3, 1), ("", 1, 1), ("<svg a=b/>", 1, 8), ("<svg/><svg/>", 1, 7),
    ("<svg><!-- </svg>", 1, 6),
    ("<svg xmlns='http://www.w3.org/2000/svg' width='0' height='5'/>", 1, 1),
  ])
  func `a broken document is refused where it breaks`(text: String, line: Int, column: Int) {
    let error = #expect(throws: SVGDiagnostic.self) { try VectorImage(svg: text) }
    #expect(error?.line == line)
    #expect(error?.column == column)
  }

  @Test func `entities work and bombs do not`() throws {
    let small = "<!DOCTYPE svg [<!ENTITY r \"<rect width='2' height='2'/>\">]>"
    #expect(try VectorImage(svg: small + "<svg viewBox='0 0 9 9'>&r;</svg>").path.signedArea == 4)

    var bomb = "<!DOCTYPE svg [<!ENTITY a '0123456789'>"
    for (from, to) in zip("abcdefgh", "bcdefghi") {
      bomb += "<!ENTITY \(to) '\(String(repeating: "&\(from);", count: 10))'>"
    }
    bomb += "]><svg viewBox='0 0 9 9'><desc>&i;</desc></svg>"
    #expect(throws: SVGDiagnostic.self) { try VectorImage(svg: bomb) }
    #expect(throws: SVGDiagnostic.self) {
      try VectorImage(svg: "<!DOCTYPE svg [<!ENTITY a '&a;'>]><svg viewBox='0 0 9 9' id='&a;'/>")
    }
  }

  @Test func `lines that cross each other half a million times are refused`() {
    var chance = SeededGenerator(seed: 5)
    let places = (0..<2500).map { _ in
      "\(Int.random(in: 0...9999, using: &chance)) \(Int.random(in: 0...9999, using: &chance))"
    }
    let text =
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9999 9999'><path d='M\(places.joined(separator: "L"))z'/></svg>"

    // Their outline was worked out; of some that crossed no more often that took seconds and 440 MB.
    #expect(throws: SVGDiagnostic.self) { try VectorImage(svg: text) }
  }

  @Test func `what asks for too much is refused`() {
    let nested = String(repeating: "<g>", count: 5000)
    #expect(throws: SVGDiagnostic.self) { try VectorImage(svg: "<svg viewBox='0 0 9 9'>\(nested)") }

    var doubling = "<rect id='u0' width='1' height='1'/>"
    for level in 1...40 {
      doubling += "<g id='u\(level)'><use href='#u\(level - 1)'/><use href='#u\(level - 1)'/></g>"
    }
    #expect(throws: SVGDiagnostic.self) {
      try VectorImage(svg: "<svg viewBox='0 0 9 9'><defs>\(doubling)</defs><use href='#u40'/></svg>")
    }

    let dashed = "<line x2='9' stroke='red' stroke-dasharray='1e-7'/>"
    #expect(throws: SVGDiagnostic.self) { try VectorImage(svg: "<svg viewBox='0 0 9 9'>\(dashed)</svg>") }

    var limits = ImportLimits.default
    limits.bytes = 100
    #expect(throws: SVGDiagnostic.self) {
      try VectorImage(svg: String(repeating: " ", count: 101), limits: limits)
    }
  }

  @Test func `cycles of references end`() throws {
    let cycles = """
      <g id='a'><rect width='2' height='2'/><use href='#b'/></g><g id='b'><use href='#a'/></g>
      <clipPath id='c' clip-path='url(#d)'><rect width='1' height='1'/></clipPath>
      <clipPath id='d' clip-path='url(#c)'><rect width='1' height='1'/></clipPath>
      <rect clip-path='url(#c)' width='9' height='9'/>
      <linearGradient id='l' href='#k'/><linearGradient id='k' href='#l'/><rect fill='url(#l)' width='9' height='9'/>
      <marker id='m' overflow='visible'><path d='M0 0h1v1z' marker-start='url(#m)'/></marker>
      <path d='M5 5h1' marker-start='url(#m)'/>
      """

    let image = try VectorImage(svg: "<svg viewBox='0 0 9 9'>\(cycles)</svg>")

    #expect(!image.warnings.isEmpty)
    #expect(image.path.signedArea < 9)
  }

  @Test(arguments: ["1e400", "9e307", "-9e307", "1e-320", "\(String(repeating: "9", count: 400))"])
  func `numbers beyond measure do no harm`(number: String) {
    for content in [
      "<rect x='\(number)' width='\(number)' height='5'/>", "<path d='M0 0L\(number) 1 5 \(number)z'/>",
      "<path d='M-\(number) 3L\(number) 5V-\(number)z'/>",
      "<path d='M-\(number) 3C\(number) 5 -\(number) 5 5 \(number)V-\(number)z' stroke='red'/>",
      "<path d='M0 0A\(number) \(number) 0 0 1 5 5z' stroke='red' stroke-width='\(number)'/>",
      "<circle r='\(number)'/><g transform='scale(\(number))'><rect width='1' height='1'/></g>",
      "<line x2='\(number)' stroke='red' stroke-dasharray='\(number) 1'/>",
    ] {
      let image = try? VectorImage(svg: "<svg viewBox='0 0 9 9'>\(content)</svg>")
      #expect(image?.path.signedArea.isFinite ?? true)
      #expect(image.map { $0.path.signedArea <= 81.001 } ?? true)
    }
  }

  @Test func `encodings other than UTF-8 are read`() throws {
    let text = "<svg viewBox='0 0 9 9'><rect id='é' width='2' height='2'/><use href='#é' x='4'/></svg>"
    var utf16: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { utf16 += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    var latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?>".utf8)
    for scalar in text.unicodeScalars { latin.append(UInt8(scalar.value)) }

    #expect(try VectorImage(svg: utf16).path.signedArea == 8)
    #expect(try VectorImage(svg: latin).path.signedArea == 8)
  }

  @Test(arguments: [0.0, 15, 30, 50])
  func `a clip cuts alike however far it reaches beyond the ink`(shift: Double) throws {
    // A disc is kept out, with its centre anywhere on and beyond the square of 60.
    let void = "M\(30 + shift) 50a20 20 0 0 0 40 0a20 20 0 0 0 -40 0z"
    let far = "M-3000-3000H3000V3000H-3000zM500 0a200 400 0 0 0 90 900a20 20 0 0 1-90-900z"
    func cut(by clip: String) throws -> Double {
      let path = "<path d='M20 20h60v60h-60z' clip-path='url(#c)'/>"
      return try area("<clipPath id='c'><path clip-rule='evenodd' d='\(clip)'/></clipPath>" + path)
    }

    let covered = try cut(by: far + void)
    let near = try cut(by: "M0 0H100V100H0z" + void)

    // The part of a disc left of a line that is `reach` right of its centre.
    let radius: Double = 20
    let reach: Double = min(max(30 - shift, -radius), radius)
    let segment: Double = reach * (radius * radius - reach * reach).squareRoot()
    let left: Double = radius * radius * acos(-reach / radius) + segment
    #expect((covered - 3600 + left).magnitude < 0.01)
    #expect((near - covered).magnitude < 1e-3)
  }
}
