import CQPDF
import Files
import Glibc
import Localization

/// A document in libqpdf's memory, whose objects are changed before it is written again.
///
/// The library is loaded with the first document.
final class QPDFDocument {
  /// An object of the document: a number, a name, an array, a dictionary, a stream…
  typealias Object = qpdf_oh

  private let library: QPDFFunctions
  private let data: qpdf_data
  /// The bytes of the file. The library reads from them until the document is released.
  private var source = UnsafeMutableBufferPointer<CChar>(start: nil, count: 0)
  /// Whether the last error was a missing password.
  private(set) var needsPassword = false

  init() throws(PosterPDF.Failure) {
    do {
      // Each series of the library has another number; the functions used here have not changed since 10.6.
      let files = (28...48).reversed().map { "libqpdf.so.\($0)" }
      library = try SharedLibrary("libqpdf", files: files).functions(regalia_find_qpdf)
    } catch {
      throw PosterPDF.Failure(Message(error))
    }
    guard let data = library.`init`() else { throw .outOfMemory }
    self.data = data
    library.silence_errors(data)
    library.set_suppress_warnings(data, QPDF_TRUE)
  }

  deinit {
    var data: qpdf_data? = data
    library.cleanup(&data)
    source.deallocate()
  }

  private func check(_ code: QPDF_ERROR_CODE) throws(PosterPDF.Failure) {
    guard code & 2 != 0 else { return }
    let error = library.get_error(data)
    needsPassword = library.get_error_code(data, error) == qpdf_e_password
    let message = library.get_error_message_detail(data, error).map { String(cString: $0) } ?? "unknown"
    throw PosterPDF.Failure(verbatim: message)
  }

  // MARK: Documents

  /// Reads a document; if `repairs` is true, the library tries to repair damage.
  func read(_ bytes: [UInt8], repairs: Bool = true) throws(PosterPDF.Failure) {
    source = .allocate(capacity: bytes.count)
    bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(source).copyMemory(from: $0) }
    library.set_attempt_recovery(data, repairs ? QPDF_TRUE : QPDF_FALSE)
    try check(library.read_memory(data, "PDF", source.baseAddress, UInt64(bytes.count), nil))
  }

  /// Whether the document is encrypted, with or without a password.
  var isEncrypted: Bool { library.is_encrypted(data) == QPDF_TRUE }

  /// Reads every part of the document that the library knows; throws if any is damaged.
  func checkAll() throws(PosterPDF.Failure) { try check(library.check_pdf(data)) }

  /// Returns the document as a file, whose identifier follows from what is in it; of a version of PDF where one is asked for.
  func written(version: String?) throws(PosterPDF.Failure) -> [UInt8] {
    try check(library.init_write_memory(data))
    if let version { library.force_pdf_version(data, version) }
    library.set_deterministic_ID(data, QPDF_TRUE)
    try check(library.write(data))
    let count = Int(library.get_buffer_length(data))
    guard let buffer = library.get_buffer(data), count > 0 else {
      throw .outOfMemory
    }
    return Array(UnsafeBufferPointer(start: buffer, count: count))
  }

  var root: Object { library.get_root(data) }
  var trailer: Object { library.get_trailer(data) }
  var pages: [Object] { (0..<Int(library.get_num_pages(data))).map { library.get_page_n(data, $0) } }

  /// All numbered objects, in order.
  var objects: [Object] {
    let size = integer(key("/Size", of: trailer))  // Untranslated: a name of PDF.
    return (1..<max(size, 2)).map { library.get_object_by_id(data, Int32($0), 0) }
  }

  /// Sets or removes an entry of the information dictionary.
  func setInformation(_ entry: String, to value: String?) { library.set_info_key(data, entry, value) }

  // MARK: Pages

  /// Copies inherited attributes to each page.
  func completePages() throws(PosterPDF.Failure) {
    try check(library.push_inherited_attributes_to_page(data))
  }

  /// Appends a page; one of another document is copied, and that document must live as long as this one.
  func add(page: Object, of other: QPDFDocument? = nil) throws(PosterPDF.Failure) {
    try check(library.add_page(data, (other ?? self).data, page, QPDF_FALSE))
  }

  func remove(page: Object) throws(PosterPDF.Failure) { try check(library.remove_page(data, page)) }

  // MARK: Reading objects

  func identifier(of object: Object) -> Int32 { library.oh_get_object_id(data, object) }
  func isStream(_ object: Object) -> Bool { library.oh_is_stream(data, object) == QPDF_TRUE }
  func isDictionary(_ object: Object) -> Bool { library.oh_is_dictionary(data, object) == QPDF_TRUE }
  func isArray(_ object: Object) -> Bool { library.oh_is_array(data, object) == QPDF_TRUE }

  /// Returns the dictionary of a stream, or the object itself.
  func dictionary(of object: Object) -> Object {
    isStream(object) ? library.oh_get_dict(data, object) : object
  }

  func has(_ entry: String, _ dictionary: Object) -> Bool {
    library.oh_has_key(data, dictionary, entry) == QPDF_TRUE
  }

  func key(_ entry: String, of dictionary: Object) -> Object {
    library.oh_get_key(data, dictionary, entry)
  }

  /// Returns the name in an entry, or nil if it is missing or not a name.
  func name(_ entry: String, of dictionary: Object) -> String? {
    guard isDictionary(dictionary), has(entry, dictionary) else { return nil }
    let value = key(entry, of: dictionary)
    guard library.oh_is_name(data, value) == QPDF_TRUE else { return nil }
    return library.oh_get_name(data, value).map { String(cString: $0) }
  }

  func integer(_ object: Object) -> Int { Int(library.oh_get_int_value_as_int(data, object)) }
  func number(_ object: Object) -> Double { library.oh_get_numeric_value(data, object) }

  func flag(_ object: Object) -> Bool { library.oh_get_bool_value(data, object) == QPDF_TRUE }

  func items(of array: Object) -> [Object] {
    (0..<library.oh_get_array_n_items(data, array)).map { library.oh_get_array_item(data, array, $0) }
  }

  /// Returns the numbers of an entry; empty if it is not an array.
  func numbers(_ entry: String, of dictionary: Object) -> [Double] {
    let array = key(entry, of: dictionary)
    return isArray(array) ? items(of: array).map(number) : []
  }

  func values(of dictionary: Object) -> [Object] {
    guard isDictionary(dictionary) else { return [] }
    var names: [String] = []
    library.oh_begin_dict_key_iter(data, dictionary)
    while library.oh_dict_more_keys(data) == QPDF_TRUE, let name = library.oh_dict_next_key(data) {
      names.append(String(cString: name))
    }
    return names.map { key($0, of: dictionary) }
  }

  func content(of stream: Object) throws(PosterPDF.Failure) -> [UInt8] {
    try bytes { library.oh_get_stream_data(data, stream, qpdf_dl_generalized, nil, &$0, &$1) }
  }

  func content(ofPage page: Object) throws(PosterPDF.Failure) -> [UInt8] {
    try bytes { library.oh_get_page_content_data(data, page, &$0, &$1) }
  }

  /// Returns bytes allocated by the library.
  private func bytes(
    _ get: (_ buffer: inout UnsafeMutablePointer<UInt8>?, _ count: inout Int) -> QPDF_ERROR_CODE
  ) throws(PosterPDF.Failure) -> [UInt8] {
    var buffer: UnsafeMutablePointer<UInt8>?
    var count = 0
    try check(get(&buffer, &count))
    defer { free(buffer) }
    return Array(UnsafeBufferPointer(start: buffer, count: count))
  }

  // MARK: Changing objects

  func set(_ entry: String, of dictionary: Object, to value: Object) {
    library.oh_replace_key(data, dictionary, entry, value)
  }

  func set(_ entry: String, of dictionary: Object, toName name: String) {
    set(entry, of: dictionary, to: library.oh_new_name(data, name))
  }

  func set(_ entry: String, of dictionary: Object, toText text: String) {
    set(entry, of: dictionary, to: library.oh_new_unicode_string(data, text))
  }

  func remove(_ entry: String, of dictionary: Object) { library.oh_remove_key(data, dictionary, entry) }

  func replaceItem(_ index: Int, of array: Object, by item: Object) {
    library.oh_set_array_item(data, array, Int32(index), item)
  }

  func replaceContent(of stream: Object, by bytes: [UInt8]) {
    library.oh_replace_stream_data(
      data, stream, bytes, bytes.count, library.oh_new_null(data), library.oh_new_null(data))
  }

  // MARK: New objects

  /// Returns an object parsed from PDF syntax.
  func parsed(_ text: String) -> Object { library.oh_parse(data, text) }

  func newInteger(_ value: Int) -> Object { library.oh_new_integer(data, Int64(value)) }

  /// Returns a number with some decimals; with 0, as many as it needs.
  func newReal(_ value: Double, decimals: Int = 0) -> Object {
    library.oh_new_real_from_double(data, value, Int32(decimals))
  }

  func newDictionary() -> Object { library.oh_new_dictionary(data) }

  func newArray(_ items: [Object]) -> Object {
    let array = library.oh_new_array(data)
    for item in items { library.oh_append_item(data, array, item) }
    return array
  }

  func newStream(_ bytes: [UInt8]) -> Object {
    let stream = library.oh_new_stream(data)
    replaceContent(of: stream, by: bytes)
    return stream
  }

  func newStream(_ text: String) -> Object { newStream(Array(text.utf8)) }
}
