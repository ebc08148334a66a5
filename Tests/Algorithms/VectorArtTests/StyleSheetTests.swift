import Foundation
import TestSupport
import Testing

@testable import VectorArt

/// The effect of CSS style sheets, style attributes and variables on a drawing.
@Suite struct StyleSheetTests {
  private func image(_ content: String, _ attributes: String = "viewBox='0 0 100 100'") throws -> VectorImage
  {
    try VectorImage(svg: "<svg xmlns='http://www.w3.org/2000/svg' \(attributes)>\n\(content)</svg>")
  }

  /// The area that is inked of a square of 10, or of 16 with its outline.
  private func area(_ style: String, _ attributes: String = "", root: String = "viewBox='0 0 100 100'") throws
    -> Double
  {
    try image(
      "<style><![CDATA[\(style)]]></style><g><rect id='r' class='a' x='20' y='20' width='10' height='10' \(attributes)/></g>",
      root
    )
    .path.signedArea
  }

  private static let none = "fill='none'"

  @Test(
    arguments: [
      // Syntax
      ("rect{FILL:none}", "", 0.0), ("rect{fill:NONE}", "", 0), ("rect{f\\69 ll:none}", "", 0),
      ("re\\63 t{fill:n\\6fne}", "", 0), ("rect{fill:/**/none/* */}", "", 0), ("rect{fill:none", "", 0),
      ("rect{fill:none;fill:light-drak(red, blue)}", "", 0), ("rect{fill:red;;fill : none ; }", "", 0),
      ("rect{nonsense;fill:none}", "", 0), ("rect{fill:none;x y:z}", "", 0), ("rect{fill:none:}", "", 100),
      ("@nonsense{rect{fill:none}}", "", 100), ("<!-- rect{fill:none} -->", "", 0),
      ("rect{fill:none}}g{}", "", 0), ("}rect{fill:none}", "", 0),
      ("rect{fill:red}:nope{fill:none}", "", 100),
      ("rect, :nope{fill:none}", "", 100), ("rect{fill:none !important}#r{fill:red}", "", 0),
      ("rect{fill:none ! IMPORTANT}", "style='fill:red'", 0),
      ("rect{fill:none!important}", "style='fill:red!important'", 100),
      ("a{b:'}rect{fill:none}", "", 100), ("a{b:'\n}rect{fill:none}", "", 0),
      ("a{b:url(x y)}rect{fill:none}", "", 0),
      // Invalid declarations are dropped, and earlier ones apply.
      ("rect{fill:bogus}", none, 0), ("", "\(none) style='fill:bogus'", 0),
      ("", "style='fill:none;fill:rgb(1 2)'", 0),
      ("g{fill:none}rect{fill:bogus}", "fill='red'", 100),
      ("", "style='stroke:#00;fill:none' stroke='red' stroke-width='2'", 80),
      ("", "fill='bogus'", 100),
      // Light and dark
      ("rect{fill:light-dark(none, red)}", "", 100), ("rect{fill:light-dark(red, transparent)}", none, 100),
      ("", "\(none) stroke='light-dark(red, blue)' stroke-width='2'", 80),
      ("svg{color-scheme:dark}rect{fill:light-dark(red, transparent)}", "", 0),
      ("svg{color-scheme:light dark}rect{fill:light-dark(red, transparent)}", "", 100),
      ("rect{color:transparent;fill:currentColor}", "", 0),
      ("rect{color:red;fill:color-mix(in srgb, currentcolor 0%, transparent)}", "", 0),
      // Words for all properties
      ("g{fill:none}rect{fill:inherit}", "fill='red'", 0), ("g{fill:none}rect{fill:initial}", "", 100),
      ("g{fill:none}rect{fill:unset}", "fill='red'", 0), ("rect{fill:none}#r{fill:revert}", none, 100),
      ("rect{fill:none}", "style='fill:revert-layer'", 0), ("g{opacity:0}rect{opacity:inherit}", "", 0),
      ("g{display:none}rect{display:initial}", "", 0), ("rect{all:unset;width:10px;height:10px}", none, 100),
      // Specificity and order
      (".a{fill:none}rect{fill:red}", "", 0), ("#r{fill:none}.a.a{fill:red}", "", 0),
      ("rect{fill:red}rect{fill:none}", "", 0),
      (":is(#r, b){fill:none}.a{fill:red}", "", 0), (":where(#r){fill:none}rect{fill:red}", "", 100),
      (":root{fill:none}", "", 0), ("g:not(:has(circle)) > rect:only-child{fill:none}", "", 0),
      // Layers
      ("rect{fill:none}@layer{#r{fill:red}}", "", 0),
      ("@layer a,b;@layer b{rect{fill:none}}@layer a{#r{fill:red}}", "", 0),
      (
        "@layer a{rect{fill:none!important}}@layer b{rect{fill:red!important}}rect{fill:red!important}", "", 0
      ),
      ("@layer a{@layer b{#r{fill:red}}rect{fill:none}}", "", 0),
      ("@layer a.b{rect{fill:red}}@layer a{rect{fill:none}}", "", 0),
      ("@layer a{rect{fill:none}}@layer b{rect{fill:red}#r{fill:revert-layer}}", "", 0),
      ("@layer a{rect{fill:red}}@layer b{rect{fill:none}}@layer a{#r{fill:red}}", "", 0),
      // Conditions
      ("@media screen{rect{fill:none}}", "", 0), ("@media print{rect{fill:none}}", "", 100),
      ("@MEDIA Screen{rect{fill:none}}", "", 0),
      ("@media not print{rect{fill:none}}", "", 0), ("@media print, screen{rect{fill:none}}", "", 0),
      ("@media (prefers-color-scheme: dark){rect{fill:none}}", "", 100),
      ("@media (prefers-color-scheme:light) and (prefers-reduced-motion){rect{fill:none}}", "", 100),
      ("@media (min-width: 50px) and (max-width: 100px){rect{fill:none}}", "", 0),
      ("@media (width > 100px){rect{fill:none}}", "", 100),
      ("@media (50px < width <= 10em){rect{fill:none}}", "", 0),
      ("@media (aspect-ratio: 1/1){rect{fill:none}}", "", 0),
      ("@media not (nonsense){rect{fill:none}}", "", 100),
      ("@media (nonsense) or (color){rect{fill:none}}", "", 0),
      ("@media only screen and (orientation:portrait){rect{fill:none}}", "", 0),
      ("@media (hover), (min-resolution: 2dppx){rect{fill:none}}", "", 100),
      ("@media screen{@media (color){rect{fill:none}}}", "", 0), ("@media {rect{fill:none}}", "", 0),
      ("@media (((screen{rect{fill:none}}", "", 100),
      ("@supports (fill: light-dark(red, blue)){rect{fill:none}}", "", 0),
      ("@supports (fill: nonsense){rect{fill:none}}", "", 100),
      ("@supports (display:grid) and (not (fill:nope)){rect{fill:none}}", "", 0),
      ("@supports not (nope: 1){rect{fill:none}}", "", 0),
      ("@supports selector(:has(a)){rect{fill:none}}", "", 0),
      ("@supports selector(:nope){rect{fill:none}}", "", 100),
      ("@supports (--a: b){rect{fill:none}}", "", 0), ("@supports nope(a){rect{fill:none}}", "", 100),
      // Nesting
      ("g{rect{fill:none}}", "", 0), ("g{& > rect{fill:none}}", "", 0), ("g{> rect{fill:none}}", "", 0),
      ("rect{&.a{fill:none}}", "", 0),
      ("rect{g &{fill:none}}", "", 0), ("g{fill:red;rect{fill:none}fill:red}", "", 0),
      ("rect{@media screen{fill:none}}", "", 0),
      ("g{@supports (fill:red){rect{fill:none}}}", "", 0),
      (".b, #s, g{& rect{fill:none}}.a.a.a{fill:red}", "", 0),
      ("rect:hover{fill:red}g{rect:not(:hover){fill:none}}", "", 0),
      ("rect{fill:none;&:hover{fill:red}}", "", 0),
      ("rect{@layer a{fill:none}}", "", 0), ("g{path,rect{fill:none}}", "", 0),
      // Namespaces
      ("@namespace s url(http://www.w3.org/2000/svg);s|rect{fill:none}", "", 0),
      ("@namespace 'http://www.w3.org/1999/xhtml';rect{fill:none}", "", 100), ("x|rect{fill:none}", "", 100),
      // Lengths
      ("rect{width:calc(10% + 5px)}", "", 150), ("rect{width:calc(1em - 6px);font-size:16px}", "", 100),
      ("", "stroke='red' style='stroke-width:calc(1px * 2)'", 144),
      ("rect{width:min(20px, 1in);height:max(1px, 5%)}", "", 100),
      ("rect{rx:auto;width:20px}", "", 200), ("rect{opacity:calc(1 - 1)}", "", 0),
      ("rect{fill-opacity:calc(0 * 1%)}", "", 0),
    ] as [(String, String, Double)])
  func `style sheets draw what browsers draw`(style: String, attributes: String, expected: Double) throws {
    #expect((try area(style, attributes) - expected).magnitude < 0.02)
  }

  @Test(
    arguments: [
      ("", "fill='var(--a, none)'", 0.0), ("", "fill='var(--a, var(--b, none))'", 0),
      (":root{--a:none}", "fill='var(--a, red)'", 0),
      (":root{--a:none}rect{fill:var(--a)}", "fill='red'", 0), ("rect{fill:var(--a)}", "\(none)", 100),
      ("g{fill:none}rect{fill:var(--a)}", "fill='red'", 0), ("rect{--a:none;fill:var(--a)}g{--a:red}", "", 0),
      ("rect{--A:red;--a:none;fill:var(--a)}", "", 0), ("rect{--a:var(--b);--b:none;fill:var(--a)}", "", 0),
      ("rect{--a:var(--b, none);--b:var(--a, none);fill:var(--a, none)}", "", 0),
      ("rect{--a:var(--a);fill:var(--a, none)}", "", 0),
      ("g{--a:red}rect{--a:initial;fill:var(--a, none)}", "", 0),
      ("g{--a:none}rect{--a:inherit;fill:var(--a, red)}", "", 0),
      ("rect{--a:;fill:var(--a) none}", "", 0), ("rect{--a: none ;fill:var(--a)}", "", 0),
      ("rect{--a:1;width:var(--a)px}", "", 0),
      ("rect{--w:5px;width:calc(var(--w) * 3)}", "", 150), ("rect{--c:0 0 0;fill:rgb(var(--c) / 0)}", "", 0),
      ("rect{fill:VAR(--a, none)}", "", 0), ("rect{--a:{x:y};fill:none}", "", 0),
      ("rect{--a:x;fill:none;--b:}", "", 0),
      ("rect{fill:var(a, none)}", none, 100),
      ("rect{--a:none!important}g rect{--a:red}rect{fill:var(--a)}", "", 0),
      ("rect{fill:var(--a,)}", none, 100), ("rect{--f:fill;--v:none;fill:var(--v)}", "", 0),
    ] as [(String, String, Double)])
  func `custom properties stand for values`(style: String, attributes: String, expected: Double) throws {
    #expect((try area(style, attributes) - expected).magnitude < 0.02)
  }

  @Test func `custom properties reach into what is used`() throws {
    let content = """
      <style>.on{--ink:black}</style><symbol id='s'><rect width='10' height='10' fill='var(--ink, none)'/></symbol>
      <use href='#s'/><use href='#s' class='on' x='20'/><use href='#s' style='--ink:transparent' x='40'/>
      """

    #expect(try image(content).path.signedArea == 100)
  }

  @Test func `a style element may be for another medium`() throws {
    #expect(
      try image("<style media='print'>rect{fill:none}</style><rect width='5' height='5'/>").path.signedArea
        == 25)
    #expect(
      try image("<style media='screen'>rect{fill:none}</style><rect width='5' height='5'/>").path.isEmpty)
  }

  @Test(arguments: [
    ("<style>@import 'a.css';rect{}</style>", "@import"),
    ("<style>@container (width){}</style>", "@container"),
    ("<style>a:nope{}</style>", ":nope"), ("<style>rect{fill:light-drak(red)}</style>", "light-drak(red)"),
    ("<rect style='stroke-width:2vw'/>", "2vw"), ("<rect style='rotate:45deg'/>", "rotate"),
    ("<style>rect{transform:translate(50%)}</style>", "translate(50%)"),
    ("<rect style='transform-box:fill-box'/>", "transform-box"),
    ("<image href='a.svg'/>", "another file"), ("<image href='data:image/png;base64,AAAA'/>", "bitmap"),
    ("<image href='data:image/svg+xml,%3Csvg'/>", "cannot be read"),
  ])
  func `what is not supported is reported by name`(content: String, words: String) throws {
    let warnings = try image(content).warnings

    #expect(
      warnings.count == 1 && warnings[0].description.contains(words) && warnings[0].line == 2, "\(warnings)")
  }

  @Test func `a style sheet in another file is reported`() throws {
    let text = "<?xml-stylesheet href='a.css'?>\n<svg viewBox='0 0 9 9'/>"

    #expect(
      try VectorImage(svg: text).warnings.map(\.reason.english) == [
        "the document asks for a style sheet in another file; it was left out"
      ])
  }

  @Test func `usual drawings give no warnings`() throws {
    let content = """
      <style>@charset "utf-8";@font-face{font-family:x}text,.b:hover::before{font:12px x;mix-blend-mode:multiply}
      rect{-webkit-nope:1;font-family:'a';text-anchor:middle;display:inline-block;overflow:visible}</style>
      <rect style='-inkscape-font-specification:x;enable-background:new;fill:#000;fill-rule:evenodd' width='5' height='5'/>
      """

    #expect(try image(content).warnings.isEmpty)
  }

  // MARK: Dashes, markers and images

  @Test(arguments: [
    "circle cx='50' cy='50' r='35'", "path d='M85 50a35 35 0 1 1 0-.0001z'",
    "ellipse cx='50' cy='50' rx='35' ry='35'",
  ])
  func `the author's length of a path scales its dashes`(shape: String) throws {
    let image = try image(
      "<\(shape) fill='none' stroke='#000' stroke-width='10' pathLength='8' stroke-dasharray='1 1'/>")

    // Four dashes, an eighth of the ring of 35 ± 5 each.
    #expect(image.path.subpaths.count == 4)
    #expect((image.path.signedArea - .pi * (1600 - 900) / 2).magnitude < 0.5)
  }

  @Test(arguments: [
    ("pathLength='0'", 100.0), ("pathLength='-1'", 50), ("pathLength='x'", 50), ("pathLength='200'", 50),
    ("pathLength='10'", 50),
  ])
  func `a length of nothing makes dashes endless, and none below it counts`(attribute: String, area: Double)
    throws
  {
    let image = try image("<path d='M0 50H100' stroke='red' stroke-dasharray='5' \(attribute)/>")

    #expect((image.path.signedArea - area).magnitude < 1e-6)
  }

  @Test(arguments: [
    ("rect x='10' y='10' width='40' height='20'", 4, 4),
    ("rect x='10' y='10' width='40' height='20' rx='5'", 8, 8),
    ("circle cx='30' cy='30' r='20'", 4, 4), ("ellipse cx='30' cy='30' rx='20' ry='10'", 4, 4),
    ("path d='M10 30A20 20 0 1 1 50 30'", 2, 2), ("line x1='5' y1='5' x2='50' y2='5'", 2, 2),
    ("polygon points='5 5 50 5 50 50'", 3, 3),
  ])
  func `markers stand on the vertices of all shapes`(shape: String, count: Int, area: Double) throws {
    let content = """
      <marker id='m' refX='.5' refY='.5' markerWidth='1' markerHeight='1' markerUnits='userSpaceOnUse' overflow='visible'>
      <rect width='1' height='1'/></marker><\(shape) fill='none' style='marker:url(#m)'/>
      """
    let image = try image(content)

    #expect(image.path.subpaths.count == count)
    #expect((image.path.signedArea - area).magnitude < 1e-6)
  }

  private static let drawing =
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'><rect width='10' height='5'/></svg>"
  private static let encoded = drawing.replacing("<", with: "%3C").replacing("#", with: "%23")

  @Test(arguments: [
    ("data:image/svg+xml,\(encoded)", "x='5' y='5' width='20' height='20'", 200.0),
    (
      "data:image/svg+xml;charset=utf-8;base64,\(Data(drawing.utf8).base64EncodedString())",
      "width='20' height='20'", 200
    ),
    ("DATA:IMAGE/SVG+XML;utf8,\(encoded)", "width='20' height='20'", 200),
    ("data:image/svg+xml,\(encoded)", "", 50),
    ("data:image/svg+xml,\(encoded)", "width='20'", 200),
    ("data:image/svg+xml,\(encoded)", "width='20' height='40'", 200),
    ("data:image/svg+xml,\(encoded)", "width='20' height='40' preserveAspectRatio='none'", 400),
    ("data:image/svg+xml,\(encoded)", "width='10' height='20' preserveAspectRatio='xMinYMin slice'", 100),
    ("data:image/svg+xml,\(encoded)", "width='20' height='20' opacity='.2'", 0),
    ("data:image/svg+xml,\(encoded)", "width='20' height='20' visibility='hidden'", 0),
    ("data:image/svg+xml,\(encoded)", "width='0' height='20'", 0),
  ])
  func `a drawing in an image is drawn`(address: String, attributes: String, area: Double) throws {
    #expect((try image("<image href=\"\(address)\" \(attributes)/>").path.signedArea - area).magnitude < 1e-3)
  }

  @Test func `a style sheet stays in its drawing`() throws {
    let inner =
      "%3Csvg viewBox='0 0 9 9'>%3Cstyle>rect{fill:none}%3C/style>%3Crect width='5' height='5'/>%3C/svg>"

    #expect(
      try image("<image href=\"data:image/svg+xml,\(inner)\"/><rect width='3' height='3'/>").path.signedArea
        == 9)
  }

  @Test func `drawings in images in images end`() throws {
    var text = Self.drawing
    for _ in 0..<9 {
      text =
        "<svg viewBox='0 0 10 10'><image href='data:image/svg+xml;base64,\(Data(text.utf8).base64EncodedString())'/></svg>"
    }
    let image = try VectorImage(svg: text)

    #expect(image.path.isEmpty && image.warnings.contains { $0.description.contains("images with drawings") })
  }

  // MARK: Hostile style sheets

  private static let hostile: [String] = [
    String(repeating: "g{", count: 50_000), String(repeating: "@media screen{", count: 50_000),
    String(repeating: ":not(", count: 100_000), String(repeating: "a ", count: 200_000) + "{}",
    "rect" + String(repeating: " ~ *", count: 200) + "{fill:none}", String(repeating: "(", count: 200_000),
    "rect{fill:" + String(repeating: "calc(", count: 100_000),
    "@media " + String(repeating: "(", count: 100_000) + "{}",
    "@supports " + String(repeating: "not (", count: 100_000) + "{}",
    String(repeating: "&", count: 100_000) + "{}",
    "rect" + String(repeating: ":not(a)", count: 50_000) + "{fill:none}",
    "rect{" + (0..<40).map { "--v\($0 + 1):var(--v\($0)) var(--v\($0));" }.joined()
      + "--v0:x;fill:var(--v40)}",
    "rect{" + (0..<20_000).map { "--v\($0):var(--v\($0 + 1));" }.joined() + "fill:var(--v0)}",
    "rect{fill:" + String(repeating: "var(--a,", count: 50_000) + "}",
    String(repeating: "@layer a", count: 3000) + "{}",
    "@layer " + (0..<100_000).map { "l\($0)" }.joined(separator: ",") + ";",
    String(repeating: "rect{all:unset}", count: 20_000),
    (0..<15).map { _ in "& &, & & &{" }.joined() + "fill:none", String(repeating: "\\", count: 100_001),
    String(repeating: "/*", count: 100_000),
    "rect{fill:url(" + String(repeating: "(", count: 100_000), String(repeating: "a:is(", count: 100_000),
  ]

  @Test(arguments: hostile.indices)
  func `no style sheet takes for ever`(index: Int) throws {
    let shapes = String(repeating: "<rect width='2' height='2'/>", count: 300)
    var limits = ImportLimits.default
    limits.selectorSteps = 100_000
    limits.variableBytes = 1 << 20
    let text = "<svg viewBox='0 0 9 9'><style><![CDATA[\(Self.hostile[index])]]></style>\(shapes)</svg>"

    // A drawing without bounds is not returned; all others are drawn or refused with their position.
    do throws(SVGDiagnostic) {
      let image = try VectorImage(svg: text, limits: limits)
      #expect(image.viewport.width == 9)
    } catch {
      #expect(
        error.line == 1 && error.description.contains("style")
          || error.description.contains("custom properties"))
    }
  }

  @Test func `variables that grow without end are refused or left out`() throws {
    let doubling = (0..<40).map { "--v\($0 + 1):var(--v\($0)) var(--v\($0));" }.joined()
    let image = try image(
      "<style>rect{--v0:0;\(doubling)fill:var(--v40, none)}</style><rect width='5' height='5'/>")

    #expect(image.path.isEmpty)
  }
}

/// Small drawings of a kind that was drawn wrong, beside the checkout.
@Suite(.enabled(if: Reference.file("outside/svg-selectors.svg") != nil, "the reference folder is absent"))
struct OutsideDrawingTests {
  private func image(_ name: String) throws -> VectorImage {
    try VectorImage(
      svg: [UInt8](Data(contentsOf: URL(filePath: #require(Reference.file("outside/\(name)"))))))
  }

  @Test func `each is drawn as its authors meant it`() throws {
    #expect(try image("svg-root-selector.svg").path.signedArea > 500)
    #expect(try image("svg-var-fallback.svg").path.signedArea > 50)
    #expect(try image("svg-light-dark-stroke.svg").bounds.maxX == 150)
    #expect(try image("svg-selectors.svg").path.isEmpty)
    #expect(try image("svg-pathlength.svg").path.subpaths.count == 4)
  }
}
