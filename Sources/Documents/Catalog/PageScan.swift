import Glibc

/// Searches an SQLite file's pages for the rows of tables, without its schema and its trees.
///
/// Every leaf page of a table describes its rows itself, so that each surviving page can be recovered. Pages are read
/// one at a time, and rows only to the length in their header.
/// https://www.sqlite.org/fileformat.html
struct PageScan {
  struct Row: Hashable {
    let key: Int64
    let values: [StoredValue]
  }

  private let file: Int32
  private let pages: Int
  private let pageSize: Int
  /// The size of a page's usable part, in bytes.
  private let usableSize: Int
  private let firstTrunk: Int

  /// Scans `file`, which must stay open for reading; nil if it cannot be read.
  init?(file: Int32) {
    var status = stat()
    guard fstat(file, &status) == 0 else { return nil }
    self.file = file
    var header = [UInt8](repeating: 0, count: 100)
    let isHeaded =
      // Untranslated: the first bytes of a file of SQLite.
      pread(file, &header, header.count, 0) == header.count && header.starts(with: "SQLite format 3\0".utf8)
    let named = isHeaded ? Int(header[16]) << 8 | Int(header[17]) : 0
    let size = named == 1 ? 65536 : named
    pageSize = size >= 512 && size & (size - 1) == 0 ? size : 4096
    let reserved = isHeaded ? Int(header[20]) : 0
    usableSize = reserved <= pageSize - 480 ? pageSize - reserved : pageSize
    pages = Int(status.st_size) / pageSize
    firstTrunk = isHeaded ? header[32..<36].reduce(0) { $0 << 8 | Int($1) } - 1 : 0
  }

  /// Calls `body` with the rows whose number of columns is in `widths`, in page order.
  ///
  /// Reads at most twice as many pages as the file has, so that cyclic pages terminate.
  func forEachRow(ofWidths widths: Set<Int>, _ body: (Row) throws -> Void) throws {
    let isFree = freePages()
    var reader = PageReader(file: file, pages: pages, pageSize: pageSize, budget: 2 * pages)
    for page in 0..<pages where !isFree[page] {
      guard let bytes = reader.page(page) else { continue }
      for (key, payload) in rows(onPage: page, bytes) {
        var payload = payload
        guard let values = payload.values(widths, &reader) else { continue }
        try body(Row(key: key, values: values))
      }
    }
  }

  /// Whether each page is free, so that its rows are deleted ones.
  private func freePages() -> [Bool] {
    var isFree = [Bool](repeating: false, count: pages)
    var reader = PageReader(file: file, pages: pages, pageSize: pageSize, budget: pages)
    var trunk = firstTrunk
    while trunk > 0, trunk < pages, !isFree[trunk], let bytes = reader.page(trunk) {
      isFree[trunk] = true
      let count = min(bytes.number(at: 4), usableSize / 4 - 2)
      for index in 0..<max(count, 0) {
        let page = bytes.number(at: 8 + 4 * index) - 1
        if isFree.indices.contains(page) { isFree[page] = true }
      }
      trunk = bytes.number(at: 0) - 1
    }
    return isFree
  }

  /// Returns the keys of the rows on a table's leaf page, with their payloads.
  private func rows(onPage page: Int, _ bytes: [UInt8]) -> [(key: Int64, payload: PagePayload)] {
    let header = page == 0 ? 100 : 0
    guard bytes[header] == 0x0D else { return [] }
    let count = Int(bytes[header + 3]) << 8 | Int(bytes[header + 4])
    guard count <= (pageSize - header - 8) / 2 else { return [] }
    var offsets: Set<Int> = []
    return (0..<count).compactMap { index in
      let pointer = header + 8 + 2 * index
      let offset = Int(bytes[pointer]) << 8 | Int(bytes[pointer + 1])
      // Two rows cannot share an offset.
      return offsets.insert(offset).inserted ? row(bytes[..<usableSize], at: offset) : nil
    }
  }

  private func row(_ page: ArraySlice<UInt8>, at offset: Int) -> (key: Int64, payload: PagePayload)? {
    guard offset < page.endIndex else { return nil }
    var rest = page[offset...]
    guard let size = rest.takeVarint(), let key = rest.takeVarint(), size > 0,
      size <= Int64(GuardedConnection.largestValue)
    else { return nil }
    let local = localSize(of: Int(size))
    guard local <= rest.count else { return nil }
    let cell = rest.prefix(local)
    rest = rest.dropFirst(local)
    var next = 0
    if local < size {
      guard rest.count >= 4 else { return nil }
      next = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) } - 1
    }
    return (
      key, PagePayload(local: cell, next: next, overflow: Int(size) - local, usableSize: usableSize)
    )
  }

  /// Returns the number of bytes of a row that are on its own page.
  private func localSize(of size: Int) -> Int {
    let most = usableSize - 35
    guard size > most else { return size }
    let least = (usableSize - 12) * 32 / 255 - 23
    let wanted = least + (size - least) % (usableSize - 4)
    return wanted <= most ? wanted : least
  }
}

/// Reads pages of a file, limited by a budget.
private struct PageReader {
  let file: Int32
  let pages: Int
  let pageSize: Int
  var budget: Int

  mutating func page(_ page: Int) -> [UInt8]? {
    guard page >= 0, page < pages, budget > 0 else { return nil }
    budget -= 1
    let size = pageSize
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = pread(file, buffer.baseAddress, size, off_t(page * size)) == size ? size : 0
    }
    return bytes.count == size ? bytes : nil
  }
}

/// The bytes of a row: those on its page, then those on overflow pages.
private struct PagePayload {
  /// The bytes that were read but not consumed.
  var local: ArraySlice<UInt8>
  var next: Int
  /// The number of bytes on overflow pages that have not been read.
  var overflow: Int
  let usableSize: Int

  private var count: Int { local.count + overflow }

  /// Reads the columns of a row; nil if their number is unexpected, or if they do not end at its last byte.
  mutating func values(_ widths: Set<Int>, _ reader: inout PageReader) -> [StoredValue]? {
    // The header of one of our rows fits on its page, for every page size.
    var head = local
    guard let length = head.takeVarint(), length > 0, length <= local.count else { return nil }
    head = local.prefix(Int(length)).suffix(from: head.startIndex)
    var kinds: [Int64] = []
    while !head.isEmpty {
      guard let kind = head.takeVarint(), kinds.count < 64 else { return nil }
      kinds.append(kind)
    }
    local = local.dropFirst(Int(length))
    guard widths.contains(kinds.count), sizes(of: kinds) == count else { return nil }
    var values: [StoredValue] = []
    for kind in kinds {
      guard let value = value(kind, &reader) else { return nil }
      values.append(value)
    }
    return values
  }

  /// Returns the total size of all columns, or nil if a type is invalid or a value is too large.
  private func sizes(of kinds: [Int64]) -> Int? {
    kinds.reduce(0) { sum, kind in
      guard let sum, let size = Self.size(of: kind) else { return nil }
      let most = kind >= 12 && kind % 2 == 1 ? StoredRow.longestText : StoredRow.largestBlob
      return size <= most ? sum + size : nil
    }
  }

  private static func size(of kind: Int64) -> Int? {
    switch kind {
    case 0, 8, 9: 0
    case 1...6: [1, 2, 3, 4, 6, 8][Int(kind) - 1]
    case 7: 8
    case 12...: Int((kind - 12) / 2)
    default: nil
    }
  }

  private mutating func value(_ kind: Int64, _ reader: inout PageReader) -> StoredValue? {
    guard let size = Self.size(of: kind), let bytes = take(size, &reader) else { return nil }
    switch kind {
    case 0: return .null
    case 1...6: return .integer(bytes.reduce(bytes[0] & 0x80 != 0 ? -1 : 0) { $0 << 8 | Int64($1) })
    case 7: return .real(Double(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) }))
    case 8, 9: return .integer(kind - 8)
    default: return kind % 2 == 0 ? .blob(bytes) : .text(String(decoding: bytes, as: UTF8.self))
    }
  }

  private mutating func take(_ size: Int, _ reader: inout PageReader) -> [UInt8]? {
    var taken: [UInt8] = []
    // Allocate for the bytes found, not for those declared: chains of pages may be broken.
    taken.reserveCapacity(min(size, 64 << 10))
    while true {
      let part = local.prefix(size - taken.count)
      taken += part
      local = local.dropFirst(part.count)
      if taken.count == size { return taken }
      guard overflow > 0, let page = reader.page(next) else { return nil }
      let count = min(overflow, usableSize - 4)
      local = page[4..<4 + count]
      overflow -= count
      next = page.number(at: 0) - 1
    }
  }
}

extension ArraySlice<UInt8> {
  /// Removes a variable-length integer of one to nine bytes from the front.
  fileprivate mutating func takeVarint() -> Int64? {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard let byte = popFirst() else { return nil }
      if index == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte & 0x80 == 0 { break }
    }
    return Int64(bitPattern: value)
  }
}

extension [UInt8] {
  /// The 32-bit number at an offset.
  fileprivate func number(at offset: Int) -> Int {
    self[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
