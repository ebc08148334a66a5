import CQPDF
import ColorManagement
import Geometry
import Text

/// Adds to a PDF what cairo cannot write (PDF 1.7): sizes of pages that are not whole or larger than 14,400 units, where
/// they are trimmed and how far they bleed (14.11.2), marks in the colour of all inks (8.6.6.4), the language, what
/// pictures show (14.9.3), and what the document says of itself (14.3.2).
enum PDFBoxes {
  struct Page {
    /// In points, as is all here.
    let size: Size
    /// How far the page as it was drawn reaches below its lower edge.
    let excess: Double
    /// From the upper left of the paper, which has the same margin on every side; nil where nothing is trimmed.
    let trim: Rect?
    let bleed: Double
    /// Lines that show where to cut, from the upper left of the paper.
    var marks = Path()
    /// What the page's figures show, in their order.
    var figures: [String] = []

    /// The points of one unit of the page: more than one where it would have too many.
    var unit: Double { max(1, (max(size.width, size.height) / PDFBoxes.longestSide).rounded(.up)) }
  }

  /// What the document says of itself.
  struct Description {
    var title = ""
    /// The language of its text, as BCP 47 has it.
    var language = "en"
    /// What turns its colours into those of a press, for which it is then made as PDF/X-4 (ISO 15930-7).
    var inks: InkConverter?
    /// A number of its own, as a UUID is written.
    var identifier = ""
  }

  /// The units that a side of a page may have (annex C.2).
  static let longestSide = 14_400.0

  static func added(
    to document: [UInt8], pages: [Page], description: Description
  ) throws(PosterPDF.Failure) -> [UInt8] {
    var data: qpdf_data? = qpdf_init()
    guard let handle = data else { throw PosterPDF.Failure(message: "out of memory") }
    defer { qpdf_cleanup(&data) }
    qpdf_silence_errors(handle)
    qpdf_set_suppress_warnings(handle, QPDF_TRUE)
    // qpdf reads from these bytes until it has written.
    var result: Result<[UInt8], PosterPDF.Failure>?
    document.withUnsafeBufferPointer { bytes in
      do throws(PosterPDF.Failure) {
        result = .success(try changed(handle, bytes, pages: pages, description))
      } catch {
        result = .failure(error)
      }
    }
    guard let result else { throw PosterPDF.Failure(message: "out of memory") }
    return try result.get()
  }

  private static func changed(
    _ handle: qpdf_data, _ bytes: UnsafeBufferPointer<UInt8>, pages: [Page], _ description: Description
  ) throws(PosterPDF.Failure) -> [UInt8] {
    try bytes.withMemoryRebound(to: CChar.self) { (text) throws(PosterPDF.Failure) in
      try check(handle, qpdf_read_memory(handle, "poster", text.baseAddress, UInt64(text.count), nil))
    }
    var description = description
    if let converter = description.inks {
      var inks = PDFInks(handle, converter)
      try inks.convert()
      description.identifier = inks.digest.uuid
    }
    for (index, page) in pages.enumerated() where index < Int(qpdf_get_num_pages(handle)) {
      let object = qpdf_get_page_n(handle, index)
      let unit = page.unit
      if unit > 1 {
        qpdf_oh_replace_key(handle, object, "/UserUnit", qpdf_oh_new_real_from_double(handle, unit, 0))
      }
      qpdf_oh_replace_key(
        handle, object, "/MediaBox", box(Rect(origin: .zero, size: page.size), unit, handle))
      wrap(object, page, handle)
      guard let trim = page.trim else { continue }
      qpdf_oh_replace_key(handle, object, "/TrimBox", box(trim, unit, handle))
      qpdf_oh_replace_key(handle, object, "/BleedBox", box(trim.outset(by: page.bleed), unit, handle))
    }
    describe(description, pages: pages, handle)
    // A date would make every export different; where there has to be one it is the first that there is.
    for key in ["/CreationDate", "/ModDate"] {
      qpdf_set_info_key(handle, key, description.inks == nil ? nil : "D:19700101000000Z")
    }
    if let inks = description.inks { intend(for: inks.profile, handle) }
    try check(handle, qpdf_init_write_memory(handle))
    if description.inks != nil { qpdf_force_pdf_version(handle, "1.6") }
    qpdf_set_deterministic_ID(handle, QPDF_TRUE)
    try check(handle, qpdf_write(handle))
    let count = Int(qpdf_get_buffer_length(handle))
    guard let buffer = qpdf_get_buffer(handle), count > 0 else {
      throw PosterPDF.Failure(message: "out of memory")
    }
    return Array(UnsafeBufferPointer(start: buffer, count: count))
  }

  /// Moves all that is on a page upward and into its units, by a stream of instructions before its own, and draws the
  /// marks after it.
  private static func wrap(_ page: qpdf_oh, _ description: Page, _ handle: qpdf_data) {
    let unit = 1 / description.unit
    let scale = unit == 1 ? "" : "\(unit.text()) 0 0 \(unit.text()) 0 0 cm\n"
    let contents = qpdf_oh_new_array(handle)
    let before = "q\n\(scale)1 0 0 1 0 \((-description.excess).text()) cm\n"
    qpdf_oh_append_item(handle, contents, stream(before, handle))
    qpdf_oh_append_item(handle, contents, qpdf_oh_get_key(handle, page, "/Contents"))
    var after = "\nQ\n"
    if !description.marks.isEmpty {
      let height = description.size.height
      after +=
        "q\n\(scale)/RegistrationInk CS 1 SCN 0.25 w\n\(description.marks.instructions(height: height))S\nQ\n"
      addRegistrationInk(to: page, handle)
    }
    qpdf_oh_append_item(handle, contents, stream(after, handle))
    qpdf_oh_replace_key(handle, page, "/Contents", contents)
  }

  private static func stream(_ text: String, _ handle: qpdf_data) -> qpdf_oh {
    stream(Array(text.utf8), handle)
  }

  static func stream(_ bytes: [UInt8], _ handle: qpdf_data) -> qpdf_oh {
    let stream = qpdf_oh_new_stream(handle)
    qpdf_oh_replace_stream_data(
      handle, stream, bytes, bytes.count, qpdf_oh_new_null(handle), qpdf_oh_new_null(handle))
    return stream
  }

  /// Names the ink that is printed on every plate, which marks of register need.
  private static func addRegistrationInk(to page: qpdf_oh, _ handle: qpdf_data) {
    let ink = qpdf_oh_parse(
      handle,
      "[/Separation /All /DeviceCMYK << /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [1 1 1 1] /N 1 >>]")
    let resources = qpdf_oh_get_key(handle, page, "/Resources")
    if qpdf_oh_has_key(handle, resources, "/ColorSpace") == QPDF_FALSE {
      qpdf_oh_replace_key(handle, resources, "/ColorSpace", qpdf_oh_new_dictionary(handle))
    }
    qpdf_oh_replace_key(
      handle, qpdf_oh_get_key(handle, resources, "/ColorSpace"), "/RegistrationInk", ink)
  }

  // MARK: What the document says

  private static func describe(_ description: Description, pages: [Page], _ handle: qpdf_data) {
    let root = qpdf_get_root(handle)
    qpdf_oh_replace_key(handle, root, "/Lang", qpdf_oh_new_unicode_string(handle, description.language))
    qpdf_oh_replace_key(
      handle, root, "/ViewerPreferences", qpdf_oh_parse(handle, "<< /DisplayDocTitle true >>"))
    qpdf_oh_replace_key(handle, root, "/MarkInfo", qpdf_oh_parse(handle, "<< /Marked true >>"))
    let packet = stream(metadata(description), handle)
    let dictionary = qpdf_oh_get_dict(handle, packet)
    qpdf_oh_replace_key(handle, dictionary, "/Type", qpdf_oh_new_name(handle, "/Metadata"))
    qpdf_oh_replace_key(handle, dictionary, "/Subtype", qpdf_oh_new_name(handle, "/XML"))
    qpdf_oh_replace_key(handle, root, "/Metadata", packet)
    var figures = pages.flatMap(\.figures)[...]
    if qpdf_oh_has_key(handle, root, "/StructTreeRoot") == QPDF_TRUE {
      nameFigures(in: qpdf_oh_get_key(handle, root, "/StructTreeRoot"), &figures, depth: 0, handle)
    }
  }

  /// Says for which press the document is made, with its profile (14.11.5), and that nothing was trapped.
  private static func intend(for profile: PrintProfile, _ handle: qpdf_data) {
    let embedded = stream(profile.bytes, handle)
    qpdf_oh_replace_key(handle, qpdf_oh_get_dict(handle, embedded), "/N", qpdf_oh_new_integer(handle, 4))
    let intent = qpdf_oh_parse(handle, "<< /Type /OutputIntent /S /GTS_PDFX >>")
    func say(_ key: String, _ text: String) {
      qpdf_oh_replace_key(handle, intent, key, qpdf_oh_new_unicode_string(handle, text))
    }
    say("/OutputConditionIdentifier", profile.registeredCondition ?? profile.name)
    if profile.registeredCondition != nil { say("/RegistryName", "http://www.color.org") }
    say("/Info", profile.name)
    qpdf_oh_replace_key(handle, intent, "/DestOutputProfile", embedded)
    let intents = qpdf_oh_new_array(handle)
    qpdf_oh_append_item(handle, intents, intent)
    qpdf_oh_replace_key(handle, qpdf_get_root(handle), "/OutputIntents", intents)
    qpdf_set_info_key(handle, "/Producer", "Regalia")
    let information = qpdf_oh_get_key(handle, qpdf_get_trailer(handle), "/Info")
    qpdf_oh_replace_key(handle, information, "/Trapped", qpdf_oh_new_name(handle, "/False"))
  }

  /// Gives each figure of the structure the words for what it shows, in their order.
  private static func nameFigures(
    in element: qpdf_oh, _ names: inout ArraySlice<String>, depth: Int, _ handle: qpdf_data
  ) {
    guard depth < 16, !names.isEmpty else { return }
    if qpdf_oh_is_array(handle, element) == QPDF_TRUE {
      for index in 0..<qpdf_oh_get_array_n_items(handle, element) {
        nameFigures(
          in: qpdf_oh_get_array_item(handle, element, index), &names, depth: depth + 1, handle)
      }
      return
    }
    guard qpdf_oh_is_dictionary(handle, element) == QPDF_TRUE else { return }
    if qpdf_oh_has_key(handle, element, "/S") == QPDF_TRUE,
      let name = qpdf_oh_get_name(handle, qpdf_oh_get_key(handle, element, "/S")),
      String(cString: name) == "/Figure", let words = names.popFirst()
    {
      qpdf_oh_replace_key(handle, element, "/Alt", qpdf_oh_new_unicode_string(handle, words))
    }
    if qpdf_oh_has_key(handle, element, "/K") == QPDF_TRUE {
      nameFigures(in: qpdf_oh_get_key(handle, element, "/K"), &names, depth: depth + 1, handle)
    }
  }

  /// Returns the packet of XMP (ISO 16684-1); it says the same as the information dictionary.
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

  /// Returns what PDF/X-4 asks of the metadata besides (ISO 15930-7, 6.8).
  private static func pressMetadata(_ description: Description) -> String {
    let date = "1970-01-01T00:00:00Z"
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

  /// Returns a box; its margins are alike, so that it does not matter that PDF counts from below.
  private static func box(_ rect: Rect, _ unit: Double, _ handle: qpdf_data) -> qpdf_oh {
    let array = qpdf_oh_new_array(handle)
    for value in [rect.minX, rect.minY, rect.maxX, rect.maxY] {
      qpdf_oh_append_item(handle, array, qpdf_oh_new_real_from_double(handle, value / unit, 5))
    }
    return array
  }

  static func check(_ handle: qpdf_data, _ code: QPDF_ERROR_CODE) throws(PosterPDF.Failure) {
    guard code & 2 != 0 else { return }
    let error = qpdf_get_error(handle)
    let message = qpdf_get_error_message_detail(handle, error).map { String(cString: $0) } ?? "unknown"
    throw PosterPDF.Failure(message: message)
  }
}
