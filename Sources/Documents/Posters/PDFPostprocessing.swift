// Untranslated file: names of PDF.

import ColorManagement
import Geometry
import Text

/// Adds features to a PDF that cairo cannot write.
///
/// Exact page sizes and those beyond 14,400 units, the trim and bleed boxes (PDF 1.7, 14.11.2), marks in the
/// registration ink (8.6.6.4), the output intent and metadata of PDF/X-4 (ISO 15930-7), the language, descriptions of
/// pictures (14.9.3), and the title (14.3.2).
enum PDFPostprocessing {
  struct Page {
    /// In points, like all values here.
    let size: Size
    /// The distance by which the drawn page extends below the page's lower edge.
    let excess: Double
    /// The trimmed page from the upper left of the paper, with equal margins on all sides; nil without trimming.
    let trim: Rect?
    let bleed: Double
    /// Trim marks, from the upper left of the paper.
    var marks = Path()
    /// The descriptions of the page's figures, in order.
    var figures: [String] = []
    /// The languages of the page's headings in order, nil for the document's.
    var headings: [String?] = []

    /// The points per unit of the page: more than one if a side would otherwise exceed the limit.
    var unit: Double { max(1, (max(size.width, size.height) / PDFPostprocessing.longestSide).rounded(.up)) }
  }

  /// The metadata of the document.
  struct Description {
    var title = ""
    /// The language of its text, as a BCP 47 tag.
    var language = "en"
    /// Converts its colours for a press, which makes the document PDF/X-4 (ISO 15930-7); nil without a press.
    var inks: InkConverter?
    /// Its unique identifier, in the form of a UUID.
    var identifier = ""
    /// Its creation time, in seconds since 1970; written only for a press.
    var created = 0.0
  }

  /// The maximum length of a page's side, in units (annex C.2).
  static let longestSide = 14_400.0

  static func added(
    to document: [UInt8], pages: [Page], description: Description
  ) throws(PosterPDF.Failure) -> [UInt8] {
    let pdf = try QPDFDocument()
    try pdf.read(document)
    var description = description
    if let converter = description.inks {
      var inks = PDFInks(pdf, converter)
      try inks.convert()
      description.identifier = inks.digest.uuid
    }
    for (object, page) in zip(pdf.pages, pages) {
      let unit = page.unit
      if unit > 1 { pdf.set("/UserUnit", of: object, to: pdf.newReal(unit)) }
      pdf.set("/MediaBox", of: object, to: box(Rect(origin: .zero, size: page.size), unit, pdf))
      wrap(object, page, pdf)
      guard let trim = page.trim else { continue }
      pdf.set("/TrimBox", of: object, to: box(trim, unit, pdf))
      pdf.set("/BleedBox", of: object, to: box(trim.outset(by: page.bleed), unit, pdf))
    }
    describe(description, pages: pages, pdf)
    // Without a press no date is written, since it would make every export different.
    let date = "D:" + Timestamp.text(description.created).filter(\.isNumber) + "Z"
    for key in ["/CreationDate", "/ModDate"] {
      pdf.setInformation(key, to: description.inks == nil ? nil : date)
    }
    if let inks = description.inks { intend(for: inks.profile, pdf) }
    return try pdf.written(version: description.inks == nil ? nil : "1.6")
  }

  /// Moves a page's content from the drawn page to the final one and scales it to its units, by a content stream before
  /// its own, and draws the marks after it.
  private static func wrap(_ page: QPDFDocument.Object, _ description: Page, _ pdf: QPDFDocument) {
    let unit = 1 / description.unit
    let scale = unit == 1 ? "" : "\(unit.text()) 0 0 \(unit.text()) 0 0 cm\n"
    var after = "\nQ\n"
    if !description.marks.isEmpty {
      let height = description.size.height
      after +=
        "q\n\(scale)/RegistrationInk CS 1 SCN 0.25 w\n\(description.marks.instructions(height: height))S\nQ\n"
      addRegistrationInk(to: page, pdf)
    }
    let before = pdf.newStream("q\n\(scale)1 0 0 1 0 \((-description.excess).text()) cm\n")
    let contents = [before, pdf.key("/Contents", of: page), pdf.newStream(after)]
    pdf.set("/Contents", of: page, to: pdf.newArray(contents))
  }

  /// Adds the ink that is printed on every plate, which registration marks need.
  private static func addRegistrationInk(to page: QPDFDocument.Object, _ pdf: QPDFDocument) {
    let resources = pdf.key("/Resources", of: page)
    if !pdf.has("/ColorSpace", resources) {
      pdf.set("/ColorSpace", of: resources, to: pdf.newDictionary())
    }
    pdf.set("/RegistrationInk", of: pdf.key("/ColorSpace", of: resources), to: registrationInk(pdf))
  }

  /// Returns the colour space of the ink that is printed on every plate.
  static func registrationInk(_ pdf: QPDFDocument) -> QPDFDocument.Object {
    pdf.parsed(
      "[/Separation /All /DeviceCMYK << /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [1 1 1 1] /N 1 >>]")
  }

  // MARK: Metadata

  private static func describe(_ description: Description, pages: [Page], _ pdf: QPDFDocument) {
    let root = pdf.root
    pdf.set("/Lang", of: root, toText: description.language)
    pdf.set("/ViewerPreferences", of: root, to: pdf.parsed("<< /DisplayDocTitle true >>"))
    pdf.set("/MarkInfo", of: root, to: pdf.parsed("<< /Marked true >>"))
    let packet = pdf.newStream(metadata(description))
    let dictionary = pdf.dictionary(of: packet)
    pdf.set("/Type", of: dictionary, toName: "/Metadata")
    pdf.set("/Subtype", of: dictionary, toName: "/XML")
    pdf.set("/Metadata", of: root, to: packet)
    var words = Words(figures: pages.flatMap(\.figures)[...], headings: pages.flatMap(\.headings)[...])
    if pdf.has("/StructTreeRoot", root) {
      describeElements(in: pdf.key("/StructTreeRoot", of: root), &words, depth: 0, pdf)
    }
  }

  /// Sets the press that the document is made for as output intent, with its profile (14.11.5), and states that nothing
  /// was trapped.
  private static func intend(for profile: PrintProfile, _ pdf: QPDFDocument) {
    let embedded = pdf.newStream(profile.bytes)
    pdf.set("/N", of: pdf.dictionary(of: embedded), to: pdf.newInteger(4))
    let intent = pdf.parsed("<< /Type /OutputIntent /S /GTS_PDFX >>")
    pdf.set("/OutputConditionIdentifier", of: intent, toText: profile.registeredCondition ?? profile.name)
    if profile.registeredCondition != nil {
      pdf.set("/RegistryName", of: intent, toText: "http://www.color.org")
    }
    pdf.set("/Info", of: intent, toText: profile.name)
    pdf.set("/DestOutputProfile", of: intent, to: embedded)
    pdf.set("/OutputIntents", of: pdf.root, to: pdf.newArray([intent]))
    pdf.setInformation("/Producer", to: "Regalia")
    pdf.set("/Trapped", of: pdf.key("/Info", of: pdf.trailer), toName: "/False")
  }

  /// The remaining texts for structure elements, each kind in order.
  private struct Words {
    var figures: ArraySlice<String>
    var headings: ArraySlice<String?>
  }

  /// Sets the description of each figure in the structure, and the language of headings that differs from the
  /// document's (14.9.2), in order.
  private static func describeElements(
    in element: QPDFDocument.Object, _ words: inout Words, depth: Int, _ pdf: QPDFDocument
  ) {
    guard depth < 16 else { return }
    if pdf.isArray(element) {
      for item in pdf.items(of: element) { describeElements(in: item, &words, depth: depth + 1, pdf) }
      return
    }
    guard pdf.isDictionary(element) else { return }
    switch pdf.name("/S", of: element) {
    case "/Figure": if let name = words.figures.popFirst() { pdf.set("/Alt", of: element, toText: name) }
    case "/H1":
      if let language = words.headings.popFirst() ?? nil { pdf.set("/Lang", of: element, toText: language) }
    default: break
    }
    if pdf.has("/K", element) {
      describeElements(in: pdf.key("/K", of: element), &words, depth: depth + 1, pdf)
    }
  }

  /// Returns the XMP packet (ISO 16684-1), with the same metadata as the information dictionary.
  private static func metadata(_ description: Description) -> String {
    let title = XMLWriter.escaped(description.title)
    return """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
      <dc:format>application/pdf</dc:format>
      <dc:title><rdf:Alt><rdf:li xml:lang="x-default">\(title)</rdf:li></rdf:Alt></dc:title>
      <dc:language><rdf:Bag><rdf:li>\(description.language)</rdf:li></rdf:Bag></dc:language>
      <xmp:CreatorTool>Regalia</xmp:CreatorTool>
      </rdf:Description>\(description.inks == nil ? "" : pressMetadata(description))</rdf:RDF></x:xmpmeta>
      <?xpacket end="r"?>
      """
  }

  /// Returns the additional metadata that PDF/X-4 requires (ISO 15930-7, 6.8).
  private static func pressMetadata(_ description: Description) -> String {
    let date = Timestamp.text(description.created)
    return """

      <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" \
      xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
      <xmp:CreateDate>\(date)</xmp:CreateDate>
      <xmp:ModifyDate>\(date)</xmp:ModifyDate>
      <xmp:MetadataDate>\(date)</xmp:MetadataDate>
      <pdf:Producer>Regalia</pdf:Producer>
      <pdf:Trapped>False</pdf:Trapped>
      <xmpMM:DocumentID>uuid:\(description.identifier)</xmpMM:DocumentID>
      <xmpMM:InstanceID>uuid:\(description.identifier)</xmpMM:InstanceID>
      <xmpMM:VersionID>1</xmpMM:VersionID>
      <xmpMM:RenditionClass>default</xmpMM:RenditionClass>
      <pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>
      </rdf:Description>
      """
  }

  /// Returns a box; its margins are equal, so PDF's upward axis does not matter.
  private static func box(_ rect: Rect, _ unit: Double, _ pdf: QPDFDocument) -> QPDFDocument.Object {
    pdf.newArray([rect.minX, rect.minY, rect.maxX, rect.maxY].map { pdf.newReal($0 / unit, decimals: 5) })
  }
}
