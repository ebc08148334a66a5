import Colors
import Foundation
import Geometry
import Images
import TestSupport
import Testing
import Typography

@testable import Posters

/// Codes as values, and as a foreign reader sees them.
@Suite struct CodeMatrixTests {
  // MARK: The modules

  @Test(arguments: CodeMatrix.Kind.allCases)
  func `the outlines of dark and light modules have exactly their areas and divide the square`(
    kind: CodeMatrix.Kind
  ) throws {
    for length in [1, 5, 12, kind == .qr ? 400 : 15] {
      let text = String(repeating: "7A", count: length).prefix(length)
      let code = try CodeMatrix(String(text), kind: kind, level: .low)
      func area(ofDark isDark: Bool) -> Double {
        var area = 0.0
        code.outline(ofDark: isDark, x: { Double($0) }, y: { Double($0) }).forEachSegment(
          closingOpenSubpaths: true
        ) { segment in
          guard case .line(let line) = segment else { return }
          area += (line.start.x * line.end.y - line.end.x * line.start.y) / 2
        }
        return area
      }
      let dark = code.modules.count { $0 }
      #expect(area(ofDark: true) == Double(dark))
      #expect(area(ofDark: false) == Double(code.fullSide * code.fullSide - dark))
    }
  }

  @Test(arguments: [
    (CodeMatrix.Kind.qr, CodeMatrix.Level.low, "7", 7089), (.qr, .high, "é", 636),
    (.qr, .quartile, "a", 1663),
    (.microQR, .low, "7", 35), (.microQR, .quartile, "a", 9), (.dataMatrix, .low, "7", 3116),
  ])
  func `what is said to fit does, and one character more does not`(
    kind: CodeMatrix.Kind, level: CodeMatrix.Level, letter: String, most: Int
  ) throws {
    func text(_ count: Int) -> String { String(repeating: letter, count: count) }
    _ = try CodeMatrix(text(most), kind: kind, level: level)
    do throws(CodeFault) {
      _ = try CodeMatrix(text(most + 1), kind: kind, level: level)
      Issue.record("more fits than the standard has room for")
    } catch {
      guard case .tooLong(let count, let fitting, _, _, let lower) = error else { throw error }
      #expect(count == most + 1 && fitting == most)
      let next = kind.levels.firstIndex(of: level).flatMap { $0 > 0 ? kind.levels[$0 - 1] : nil }
      #expect(lower == next)
    }
  }

  @Test func `what a kind of code cannot hold is refused with the character`() {
    func fault(_ text: String, _ kind: CodeMatrix.Kind, _ level: CodeMatrix.Level = .medium) -> CodeFault? {
      do throws(CodeFault) {
        _ = try CodeMatrix(text, kind: kind, level: level)
        return nil
      } catch {
        return error
      }
    }
    #expect(fault("", .qr) == .empty)
    #expect(fault("Grüße", .microQR) == .unencodable("ü", .microQR))
    #expect(fault("A", .microQR, .high) == .missingLevel(.high, .microQR))
    #expect(fault("Grüße 👑 \u{7}", .qr) == nil && fault("Grüße 👑", .dataMatrix) == nil)
  }

  // MARK: The contents

  @Test func `networks and cards come back from the text of their codes, whatever is in them`() {
    var generator = SeededGenerator(seed: 9)
    let letters = Array("aé;:,\\\" 👑\nZ\"")
    func word(_ count: ClosedRange<Int>) -> String {
      String(
        (0..<Int.random(in: count, using: &generator)).map { _ in
          letters.randomElement(using: &generator) ?? "a"
        })
    }
    for _ in 0..<300 {
      let network = CodeContent.WiFi(
        name: word(1...9), password: word(0...9),
        security: [.wpa, .wep].randomElement(using: &generator) ?? .wpa,
        isHidden: Bool.random(using: &generator))
      #expect(CodeContent(CodeContent.wifi(network).encoded) == .wifi(network))
      var contact = CodeContent.Contact()
      for entry in CodeContent.Contact.entries {
        // A name is never empty in a card, and white space around entries is not kept.
        contact[keyPath: entry.path] = entry.name == "name" ? "A" + word(0...9) + "B" : "C\(word(0...9))D"
      }
      #expect(CodeContent(CodeContent.contact(contact).encoded) == .contact(contact))
    }
  }

  @Test func `an address without a scheme is one of https, and other text stays text`() {
    #expect(CodeContent.link("example.org/a b").encoded == "https://example.org/a b")
    #expect(CodeContent.link("example.org:8080/a").encoded == "https://example.org:8080/a")
    #expect(CodeContent.link(" mailto:a@example.org ").encoded == "mailto:a@example.org")
    #expect(CodeContent("https://example.org") == .link("https://example.org"))
    #expect(CodeContent("www.example.org") == .link("www.example.org"))
    #expect(CodeContent("see https://example.org now") == .text("see https://example.org now"))
    #expect(CodeContent("WIFI:no fields") == .text("WIFI:no fields"))
    let foreign = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann\r\nBDAY:2000-01-01\r\nEND:VCARD"
    #expect(CodeContent(foreign) == .text(foreign))
  }
}

/// Codes on posters: their colours, their places, and what must not be printed.
@Suite struct PlacedElementTests {
  private let typesetter = Typesetter()

  private static func poster(
    _ content: CodeContent = .link("example.org/open-day"), ink: Int = 0xffffff, ground: String = "#d00000",
    width: Double = 0.5, level: CodeMatrix.Level = .medium
  ) throws -> Poster {
    let page = Page(width: 80, height: 80)
    var poster = Poster(
      page: page, background: try Background(css: ground, page: page), ink: RGBA(hex: UInt32(ink)))
    poster.elements = [Poster.Element(.code(Barcode(content, level: level)), width: width)]
    return poster
  }

  private static func photo() throws -> Background {
    var generator = SeededGenerator(seed: 3)
    let bytes = (0..<64 * 64).flatMap { _ in
      [UInt8.random(in: 0...255, using: &generator), .random(in: 0...255, using: &generator), 90, 255]
    }
    return .picture(
      .init(bytes: try PNG.encoded(Bitmap(size: PixelSize(width: 64, height: 64), bytes: bytes))))
  }

  private func layout(_ poster: Poster) -> PosterLayout { PosterLayout(poster, typesetter: typesetter) }

  private func fault(_ poster: Poster) -> ElementFault? { layout(poster).elements.first?.fault }

  /// Returns what zbar reads in a file, or in the picture of a poster.
  private func read(_ file: URL) throws -> String {
    try Tool("zbarimg").output(["--quiet", "--raw", "--oneshot", "-Sdisable", "-Sqrcode.enable", file.file])
  }

  private func read(_ poster: Poster, across side: Int = 480) throws -> String {
    let bitmap = try #require(layout(poster).bitmap(size: PixelSize(width: side, height: side)))
    return try withScratch { folder in
      let file = folder.appending(path: "code.png")
      try Data(PNG.encoded(bitmap)).write(to: file)
      return try read(file)
    }
  }

  // MARK: Reading

  @Test(
    .enabled(if: Installed.program("zbarimg") != nil, "zbar-tools is not installed"),
    arguments: CodeMatrix.Level.allCases)
  func `zbar reads codes of each level and contents, light on dark, dark on light, on gradients and photos`(
    level: CodeMatrix.Level
  ) throws {
    var contact = CodeContent.Contact()
    (contact.name, contact.phone, contact.email) = ("Ann Grüße", "+41 44 000 00 00", "ann@example.org")
    let contents: [CodeContent] = [
      .text("Grüße, Welt — こんにちは 👑"), .link("example.org/open-day"),
      .wifi(.init(name: "Café; \"Gäste\"", password: "a\\b:c")), .contact(contact),
    ]
    let grounds: [(ink: Int, ground: String?)] = [
      (0xffffff, "#d00000"), (0x000000, "#ffffff"), (0xffe0a0, "linear-gradient(30deg, #102040, #603050)"),
      (0xfff0c0, nil),
    ]
    for (content, (ink, ground)) in zip(contents, grounds) {
      var poster = try Self.poster(content, ink: ink, ground: ground ?? "#808080", width: 0.9, level: level)
      if ground == nil { poster.background = try Self.photo() }
      #expect(layout(poster).refusal == nil)
      #expect(try read(poster) == content.encoded)
    }
  }

  @Test(
    .enabled(
      if: Tool.areInstalled && Installed.program("zbarimg") != nil, "zbar-tools or poppler-utils is missing"))
  func `a PDF has the code as vectors that zbar reads, and a figure with its contents for screen readers`()
    throws
  {
    let layouts = try [
      Self.poster(), Self.poster(ink: 0x102030, ground: "white"),
      Self.poster(ink: 0xffffff, ground: "linear-gradient(#300, #003)"),
    ].map(layout)
    let bytes = try PosterPDF.document(of: layouts, title: "Codes", typesetter: typesetter)
    try withScratch { folder in
      let file = folder.appending(path: "codes.pdf")
      try Data(bytes).write(to: file)
      for page in 1...layouts.count {
        _ = try Tool("pdftoppm").output([
          "-r", "150", "-png", "-f", "\(page)", "-singlefile", file.file, folder.appending(path: "page").file,
        ])
        #expect(try read(folder.appending(path: "page.png")) == "https://example.org/open-day")
      }
      let plain = try Tool("qpdf").output(["--qdf", "--object-streams=disable", file.file, "-"])
      #expect(plain.ranges(of: "/Alt (QR code: https://example.org/open-day)").count == layouts.count)
      #expect(plain.contains("/S /Figure") && !plain.contains("/Subtype /Image"))
    }
  }

  @Test(.enabled(if: Installed.program("zbarimg") != nil, "zbar-tools is not installed"))
  func `an SVG has the same outlines, and the contents as their name`() throws {
    let layout = layout(try Self.poster())
    let text = PosterSVG.document(of: layout)
    #expect(text.contains(#"<g role="img" aria-label="QR code: https://example.org/open-day">"#))
    let matrix = try CodeMatrix("https://example.org/open-day", kind: .qr, level: .medium)
    let code = try #require(layout.elements.first)
    #expect(
      text.contains(
        matrix.outline(
          ofDark: false, x: { code.frame.minX + Double($0) / Double(matrix.fullSide) * code.frame.width },
          y: { code.frame.minY + Double($0) / Double(matrix.fullSide) * code.frame.height }
        ).svgData(.rounded(to: 3))))
  }

  @Test(arguments: [90, 137, 201, 333])
  func `in a picture every pixel of a code is wholly dark or light`(side: Int) throws {
    for (ink, ground) in [(0xffffff, "#d00000"), (0x000000, "#ffffff")] {
      let poster = try Self.poster(ink: ink, ground: ground, width: 0.77)
      let bitmap = try #require(layout(poster).bitmap(size: PixelSize(width: side, height: side)))
      let colors = Set((0..<side * side).map { Array(bitmap.bytes[4 * $0..<4 * $0 + 3]) })
      #expect(colors.count == 2)
    }
  }

  // MARK: Refusals

  @Test func `a code that cannot be scanned is refused with the reason and the remedy`() throws {
    let good = try Self.poster()
    #expect(fault(good) == nil && layout(good).refusal == nil)

    var faint = good
    faint.ink = RGBA(hex: 0xe05050)
    if case .faint(let difference)? = fault(faint) {
      #expect(difference > 5 && difference < 20)
    } else {
      Issue.record("a faint code is not refused")
    }
    faint.elements[0].code?.hasPlate = true
    #expect(fault(faint) == nil)
    faint.elements[0].code?.hasPlate = false
    faint.ink = RGBA(hex: 0xffffff, alpha: 0.2)
    #expect(layout(faint).refusal?.description.contains("40 %") == true)

    var outside = good
    outside.elements[0].center.x = 0.76
    #expect(fault(outside) == .outsidePage)
    outside.elements[0].center.x = 0.75
    #expect(fault(outside) == nil)

    var covered = good
    covered.lines = [Poster.Line("KEEP")]
    #expect(fault(covered) == .coveredByLine("KEEP"))
    covered.lines = []
    covered.emblem = Samples.triangle
    #expect(fault(covered) == .coveredByCrown)
    covered.emblem = .none
    covered.elements.append(Poster.Element(.figure(Samples.triangle, isTinted: false), width: 0.1))
    #expect(fault(covered) == .coveredByElement)
    covered.elements[1].center = Point(0.1, 0.1)
    #expect(fault(covered) == nil)
  }

  @Test func `the least width that is named is enough, and a little less is not`() throws {
    var poster = try Self.poster(.text(String(repeating: "word ", count: 30)), width: 0.1, level: .high)
    guard case .smallModules(let module, let width, let count, let fitting, let lower) = fault(poster) else {
      return #expect(Bool(false))
    }
    #expect(module < PosterLayout.leastModule && count == 150 && fitting < 150 && lower == nil)
    poster.elements[0].width = width / poster.page.width
    #expect(fault(poster) == nil)
    poster.elements[0].width *= 0.999
    #expect(fault(poster) != nil)
    // The number of characters that fit, and the lower level, help as they say.
    poster.elements[0].width = 0.3
    guard case .smallModules(_, _, _, let most, _) = fault(poster) else { return #expect(Bool(false)) }
    poster.elements[0].code?.content = .text(String(String(repeating: "word ", count: 30).prefix(most)))
    #expect(fault(poster) == nil)
  }

  @Test(arguments: ["linear-gradient(black, white)", "radial-gradient(black, white)"])
  func `on a gradient the faintest place of a code counts`(ground: String) throws {
    var poster = try Self.poster(ink: 0xffffff, ground: ground, width: 0.2)
    var isGood: [Bool] = []
    for place in [0.5, 0.7, 0.85] {
      poster.elements[0].center = Point(0.5, 1 - place)
      isGood.append(fault(poster) == nil)
    }
    #expect(isGood.contains(false) && isGood.contains(true))
  }

  // MARK: Places

  @Test(.enabled(if: Installed.gillius, "fonts-adf-gillius is not installed"))
  func `a new code or picture finds a free place on the poster of 1939`() throws {
    var poster = try Samples.poster()
    for _ in 0..<2 {
      poster.elements.append(Poster.Element(.code(Barcode(.link("example.org")))))
      poster.placeFreely(poster.elements.count - 1, typesetter: typesetter)
    }
    poster.elements.append(Poster.Element(.figure(Samples.triangle, isTinted: false)))
    poster.placeFreely(2, typesetter: typesetter)
    let layout = layout(poster)
    #expect(layout.refusal == nil && layout.elements.count == 3)
    let boxes = layout.elements.map(\.frame)
    for (index, box) in boxes.enumerated() {
      #expect(layout.page.contains(box))
      #expect(!boxes.dropFirst(index + 1).contains { $0.intersects(box) })
      #expect(!layout.lines.contains { $0.bounds.intersects(box) })
    }
  }

  @Test(.enabled(if: Installed.gillius, "fonts-adf-gillius is not installed"))
  func `elements move no line and no crown, and a poster without them does not name them`() throws {
    var poster = try Samples.poster()
    let plain = layout(poster)
    #expect(plain.elements.isEmpty && !poster.json.contains("elements"))
    poster.elements = [Poster.Element(.figure(Samples.triangle, isTinted: false), center: Point(0.1, 0.1))]
    let other = layout(poster)
    #expect(other.lines == plain.lines && other.emblem == plain.emblem)
    #expect(other.markGroups.first == plain.markGroups.first)
  }

  // MARK: Changes

  @Test func `changes add codes and pictures, alter and remove them, by their numbers`() throws {
    let sources = PosterChanges.Sources(
      emblem: { _ in Samples.triangle }, background: { try Background(css: $0, page: $1) },
      ink: { _ in .black }, isTinted: { _ in false })
    func applied(_ pairs: String..., to poster: Poster = Poster()) throws -> Poster {
      try PosterChanges(parsing: pairs).applied(to: poster, from: sources)
    }
    let one = try applied(
      "code1=https://example.org", "code1-level=Q", "picture1=x.svg", "picture1-center=0.1,0.2")
    #expect(one.elements.count == 2)
    #expect(one.elements[0].code == Barcode(.link("https://example.org"), level: .quartile))
    #expect(one.elements[1].figure == Samples.triangle && one.elements[1].center == Point(0.1, 0.2))
    let two = try applied(
      "code2=WIFI:T:WPA;S:net;P:secret;;", "code1-kind=data-matrix", "code2-width=30mm", "code2-plate=true",
      to: one)
    #expect(two.elements[0].code?.kind == .dataMatrix)
    #expect(two.elements[2].code?.content == .wifi(.init(name: "net", password: "secret")))
    #expect(two.elements[2].code?.hasPlate == true)
    #expect(abs(two.elements[2].width * two.page.width - 30) < 1e-9)
    #expect(try applied("code1=none", "picture1=none", to: two).elements == [two.elements[2]])
    for wrong in [
      "code3=x", "code1-kind=ean", "code1-level=Z", "code1-width=wide", "code1-center=2,0",
      "code1-plate=maybe",
      "code2-level=L", "picture1-kind=qr", "code0=x",
    ] {
      #expect(throws: PosterError.self, "\(wrong)") { try applied(wrong, to: one) }
    }
  }
}
