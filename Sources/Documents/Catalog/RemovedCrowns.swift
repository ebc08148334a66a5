import Geometry
import VectorArt

/// Removed crowns, with all data for restoring them.
public struct RemovedCrowns: Hashable, Sendable {
  struct Item: Hashable, Sendable {
    let key: Int64
    let record: CrownRecord
  }

  let items: [Item]

  /// The ids of the crowns.
  public var ids: [String] { items.map(\.record.id) }
}

// Rows of a damaged file become records only if all of their values are consistent.

extension RemovedCrowns.Item {
  /// The number of columns in the crowns table.
  static let width = 15

  /// Reads the columns of a row in table order, with its key separate; nil if they are not a valid crown.
  init?(key: Int64, _ row: [StoredValue]) {
    guard row.count == Self.width, key > 0, let id = row[1].text, let name = row[2].text,
      let tags = row[3].text, let source = row[4].text, let licence = row[5].text,
      let segments = row[12].integer, (0...Int64(Int32.max)).contains(segments),
      let origin = row[13].bytes.flatMap(ContentDigest.init(stored:)),
      let code = row[14].bytes, code.count <= StoredRow.largestBlob, (try? PathCode.decode(code)) != nil
    else { return nil }
    let numbers = row[6...11].compactMap(\.number)
    guard numbers.count == 6, numbers.allSatisfy({ $0.magnitude <= StoredRow.longestLength }) else {
      return nil
    }
    self.init(
      key: key,
      record: CrownRecord(
        id: id, name: name, tags: tags.split(separator: "\n").map(String.init), source: source,
        licence: licence, code: code,
        bounds: Rect(Point(numbers[0], numbers[1]), Point(numbers[2], numbers[3])),
        viewport: Size(numbers[4], numbers[5]), segments: Int(segments), origin: origin))
  }
}

extension StoredPoster {
  /// The number of columns in the posters table.
  static let width = 12
  /// The number of columns in the bin.
  static let binWidth = 13

  /// Reads the columns of a row in table order, with its key separate; nil if they are not a valid poster.
  init?(key: Int64, _ row: [StoredValue]) {
    guard [Self.width, Self.binWidth].contains(row.count), key > 0, let id = row[1].text,
      let title = row[2].text,
      let searchText = row[3].text, let cover = row[4].integer, (0...0xFF_FFFF).contains(cover),
      let isFavorite = row[5].integer, let created = row[6].number, let modified = row[7].number,
      StoredRow.times.contains(created), StoredRow.times.contains(modified),
      let place = row[8].integer, let digest = row[10].bytes, let document = row[11].bytes,
      document.count <= StoredRow.largestBlob, digest == ContentDigest(document).stored
    else { return nil }
    self.init(
      key: PosterKey(rawValue: key),
      record: PosterRecord(
        id: id, title: title, searchText: searchText, document: document, cover: UInt32(cover),
        isFavorite: isFavorite != 0, created: created, modified: modified), place: place)
  }
}
