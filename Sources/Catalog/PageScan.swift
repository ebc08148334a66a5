/// Looks for the rows of tables in the pages of an SQLite file, without its schema and its trees.
///
/// Every leaf page of a table tells its rows by itself, so that whatever page survives gives up what it holds.
/// https://www.sqlite.org/fileformat.html
struct PageScan {
  struct Row: Hashable {
    let key: Int64
    let values: [StoredValue]
  }

  private let bytes: UnsafeRawBufferPointer
  private let pageSize: Int
  /// The part of a page that holds content.
  private let usableSize: Int

  /// `bytes` are those of the whole file, which may be mapped and is read once.
  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    let isHeaded = bytes.starts(with: "SQLite format 3\0".utf8) && bytes.count >= 100
    let named = isHeaded ? Int(bytes[16]) << 8 | Int(bytes[17]) : 0
    let size = named == 1 ? 65536 : named
    pageSize = size >= 512 && size & (size - 1) == 0 ? size : 4096
    let reserved = isHeaded ? Int(bytes[20]) : 0
    usableSize = reserved <= pageSize - 480 ? pageSize - reserved : pageSize
  }

  /// Calls `body` with the rows that have as many columns as one of `widths` says, in the order of the pages.
  ///
  /// Reads so many bytes in all as the file has a few times over, so that pages which point to each other end.
  /// `rest` is called after each 16 MiB, when what was mapped may be let go of.
  func forEachRow(
    ofWidths widths: Set<Int>, resting rest: () -> Void = {}, _ body: (Row) throws -> Void
  ) throws {
    let free = freePages
    var budget = 8 * bytes.count
    for page in 0..<bytes.count / pageSize where !free.contains(page) {
      try forEachRow(onPage: page, widths, &budget, body)
      if (page + 1) * pageSize % (16 << 20) == 0 { rest() }
    }
  }

  /// The pages that are in no use, whose rows were deleted.
  private var freePages: Set<Int> {
    guard bytes.count >= 100, bytes.starts(with: "SQLite format 3\0".utf8) else { return [] }
    var free: Set<Int> = []
    var trunk = number(at: 32) - 1
    while trunk > 0, (trunk + 1) * pageSize <= bytes.count, free.insert(trunk).inserted {
      let count = min(number(at: trunk * pageSize + 4), usableSize / 4 - 2)
      for index in 0..<max(count, 0) { free.insert(number(at: trunk * pageSize + 8 + 4 * index) - 1) }
      trunk = number(at: trunk * pageSize) - 1
    }
    return free
  }

  private func forEachRow(
    onPage page: Int, _ widths: Set<Int>, _ budget: inout Int, _ body: (Row) throws -> Void
  ) throws {
    let start = page * pageSize
    let header = page == 0 ? 100 : 0
    guard bytes[start + header] == 0x0D else { return }
    let count = Int(bytes[start + header + 3]) << 8 | Int(bytes[start + header + 4])
    guard count <= (pageSize - header - 8) / 2 else { return }
    var offsets: Set<Int> = []
    for index in 0..<count {
      let pointer = start + header + 8 + 2 * index
      let offset = Int(bytes[pointer]) << 8 | Int(bytes[pointer + 1])
      // No two rows lie in one place.
      guard offsets.insert(offset).inserted,
        let row = row(at: start + offset, endOfPage: start + usableSize, widths, &budget)
      else { continue }
      try body(row)
    }
  }

  private func row(at offset: Int, endOfPage end: Int, _ widths: Set<Int>, _ budget: inout Int) -> Row? {
    var reader = Reader(
      bytes: UnsafeRawBufferPointer(rebasing: bytes[..<min(end, bytes.count)]), offset: offset)
    guard let size = reader.varint(), let key = reader.varint(), size > 0, size <= bytes.count,
      size <= Int64(2 * StoredRow.largestBlob), Int(size) <= budget
    else { return nil }
    budget -= Int(size)
    let local = localSize(of: Int(size))
    guard var payload = reader.take(local) else { return nil }
    if local < size {
      guard let next = reader.take(4) else { return nil }
      guard let rest = overflow(next.reduce(0) { $0 << 8 | Int($1) }, Int(size) - local) else { return nil }
      payload += rest
    }
    return Self.values(payload, widths).map { Row(key: key, values: $0) }
  }

  /// Returns how much of a row lies on its own page.
  private func localSize(of size: Int) -> Int {
    let most = usableSize - 35
    guard size > most else { return size }
    let least = (usableSize - 12) * 32 / 255 - 23
    let wanted = least + (size - least) % (usableSize - 4)
    return wanted <= most ? wanted : least
  }

  private func overflow(_ first: Int, _ size: Int) -> [UInt8]? {
    var result: [UInt8] = []
    var page = first - 1
    while result.count < size {
      let start = page * pageSize
      guard page > 0, start + pageSize <= bytes.count else { return nil }
      let count = min(size - result.count, usableSize - 4)
      result.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[start + 4..<start + 4 + count]))
      page = number(at: start) - 1
    }
    return result
  }

  private func number(at offset: Int) -> Int {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func values(_ payload: [UInt8], _ widths: Set<Int>) -> [StoredValue]? {
    payload.withUnsafeBytes { payload in
      var header = Reader(bytes: payload, offset: 0)
      guard let length = header.varint(), length > 0, length <= payload.count else { return nil }
      var kinds: [Int64] = []
      while header.offset < length {
        guard let kind = header.varint(), kinds.count < 64 else { return nil }
        kinds.append(kind)
      }
      guard widths.contains(kinds.count) else { return nil }
      var body = Reader(bytes: payload, offset: Int(length))
      var values: [StoredValue] = []
      for kind in kinds {
        guard let value = body.value(kind) else { return nil }
        values.append(value)
      }
      return values
    }
  }
}

/// Reads the numbers and values of a row one after the other.
private struct Reader {
  let bytes: UnsafeRawBufferPointer
  var offset: Int

  mutating func take(_ count: Int) -> [UInt8]? {
    guard count >= 0, offset >= 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
    defer { offset += count }
    return Array(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]))
  }

  mutating func varint() -> Int64? {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard let byte = take(1)?.first else { return nil }
      if index == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte & 0x80 == 0 { break }
    }
    return Int64(bitPattern: value)
  }

  mutating func value(_ kind: Int64) -> StoredValue? {
    switch kind {
    case 0: return .null
    case 1...6:
      let size = [1, 2, 3, 4, 6, 8][Int(kind) - 1]
      guard let bytes = take(size), let first = bytes.first else { return nil }
      return .integer(bytes.reduce(first & 0x80 != 0 ? -1 : 0) { $0 << 8 | Int64($1) })
    case 7: return take(8).map { .real(Double(bitPattern: $0.reduce(0) { $0 << 8 | UInt64($1) })) }
    case 8, 9: return .integer(kind - 8)
    case 12...:
      guard kind < 1 << 40, let bytes = take(Int(kind - 12) / 2) else { return nil }
      return kind % 2 == 0 ? .blob(bytes) : .text(String(decoding: bytes, as: UTF8.self))
    default: return nil
    }
  }
}
