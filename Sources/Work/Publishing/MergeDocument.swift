public import Catalog
public import Images
public import Localization
import Posters
public import Typography

/// Rows with faults, because of which nothing was written.
public struct FaultyRows: LocalizableError {
  /// The faults in the order of the rows.
  public let faults: [MergeFault]

  public var message: Message {
    Message(
      "{count} row has a fault; nothing was written. Correct it, or leave it out",
      plural: "{count} rows have faults; nothing was written. Correct them, or leave them out",
      count: faults.count)
  }
}

/// The person or the system stopped a merge; nothing was written.
package struct MergeStopped: Error {
  package init() {}
}

// All rows as one thing: a PDF, or an album of the gallery. Both are written whole or not at all.
extension Merge {
  /// Told of the number of rows that are done; throws to stop.
  public typealias Progress = (_ done: Int) throws -> Void

  /// Returns the faults of all rows that are found without setting them: values that do not fit, and lines that are too
  /// long.
  package func faults(
    by decoder: any PictureDecoder, progress: Progress
  ) rethrows -> [MergeFault] {
    let filler = MergeFiller(template, by: decoder)
    var faults: [MergeFault] = []
    for index in 0..<table.count {
      try progress(index)
      do throws(MergeFault) {
        _ = try poster(ofRow: index, by: filler)
      } catch {
        faults.append(error)
      }
    }
    return faults
  }

  /// Returns a PDF with a page for each row, or with several rows to a sheet if the options impose them.
  ///
  /// - Parameters:
  ///   - title: The title of the document.
  ///   - options: The options of the PDF.
  ///   - back: The back of all cells, for options that print backs.
  ///   - skipsFaults: Whether rows with faults are left out; otherwise they are thrown as `FaultyRows`.
  ///   - typesetter: The typesetter of the posters' text.
  ///   - decoder: The decoder of the posters' pictures.
  ///   - progress: Told of the number of rows that are done.
  /// - Throws: ``PosterBatch/Refusal`` if the table lacks rows or columns, ``FaultyRows`` for rows with faults,
  ///   `PosterError` for a refused back, `ImpositionError` or `TilingError` if the posters do not fit on the sheets,
  ///   `PosterPDF.Failure` or `ProfileError` if the PDF cannot be made, and the error of `progress`.
  public func document(
    titled title: String, options: PosterExport.Options, back: Poster? = nil, skipsFaults: Bool,
    typesetter: Typesetter = Typesetter(), by decoder: any PictureDecoder, progress: Progress
  ) throws -> (bytes: [UInt8], outcome: PosterBatch.Outcome) {
    try check()
    var outcome = PosterBatch.Outcome()
    outcome.failures = try faults(by: decoder) { _ in try progress(0) }
    if !outcome.failures.isEmpty, !skipsFaults { throw FaultyRows(faults: outcome.failures) }
    let faulty = Set(outcome.failures.map(\.row))
    let filler = MergeFiller(template, by: decoder)
    let backs = back.map { [$0] } ?? []
    let bleeds = try bleeds(faulty, filler)
    if let front = bleeds.first {
      try options.checkSheets(for: Array(repeating: front, count: table.count - faulty.count) + backs)
    }
    let export = PosterExport(options: options, typesetter: typesetter, cacheDirectory: nil, by: decoder)
    var index = 0
    var back = back
    func next() throws -> PosterLayout? {
      while index < table.count {
        defer { index += 1 }
        try progress(index)
        if faulty.contains(index + 1) { continue }
        let layout = PosterLayout(try poster(ofRow: index, by: filler), typesetter: typesetter)
        guard let refusal = layout.refusal else { return layout }
        let fault = fault(ofRow: index, refusal.message)
        guard skipsFaults else { throw FaultyRows(faults: [fault]) }
        outcome.failures.append(fault)
      }
      defer { back = nil }
      let layout = back.map { PosterLayout($0, typesetter: typesetter) }
      if let refusal = layout?.refusal { throw refusal }
      return layout
    }
    let (bytes, warnings) = try export.document(
      titled: title, on: options.sheet(for: bleeds + backs), next: next)
    outcome.failures.sort { $0.row < $1.row }
    outcome.made = table.count - outcome.failures.count
    guard outcome.made > 0 else { throw FaultyRows(faults: outcome.failures) }
    // The same font is missing on many pages.
    var said: Set<Message> = []
    outcome.warnings = warnings.map(\.message).filter { said.insert($0).inserted }
    return (bytes, outcome)
  }

  /// Returns posters whose bleed is the largest of all rows: one, unless rows change the bleed.
  private func bleeds(_ faulty: Set<Int>, _ filler: MergeFiller) throws -> [Poster] {
    let rows = (0..<table.count).lazy.filter { !faulty.contains($0 + 1) }
    guard template.fields.contains(where: { $0.path == "page.bleed" }) else {
      return try Array(rows.prefix(1)).map { try poster(ofRow: $0, by: filler) }
    }
    var widest: Poster?
    for row in rows {
      let poster = try poster(ofRow: row, by: filler)
      if poster.bleed >= widest?.bleed ?? 0 { widest = poster }
    }
    return widest.map { [$0] } ?? []
  }

  /// The largest size of the posters of an album, in bytes.
  static let largestAlbum = 1 << 30

  /// Hangs a poster for each row in the gallery, as an album.
  ///
  /// Returns the album with its posters, and what became of the rows.
  ///
  /// - Parameters:
  ///   - name: The name of the album.
  ///   - library: The library of the gallery.
  ///   - skipsFaults: Whether rows with faults are left out; otherwise they are thrown as ``FaultyRows``.
  ///   - decoder: The decoder of the posters' pictures.
  ///   - progress: Receives the number of rows that are ready; they are hung together at the end.
  /// - Throws: ``PosterBatch/Refusal`` if the table lacks rows or columns or the album exceeds 1 GiB, ``FaultyRows``
  ///   for rows with faults, `LibraryError` if the library cannot be changed, and the error of `progress`.
  public func hang(
    albumNamed name: String, in library: Library, skipsFaults: Bool, by decoder: any PictureDecoder,
    progress: Progress
  ) throws -> (album: PosterAlbum.Key, posters: [PosterKey], outcome: PosterBatch.Outcome) {
    try check()
    var outcome = PosterBatch.Outcome()
    var records: [PosterRecord] = []
    var size = 0
    let filler = MergeFiller(template, by: decoder)
    let time = PosterRecord.presentTime
    for index in 0..<table.count {
      try progress(index)
      do throws(MergeFault) {
        let record = PosterRecord(try poster(ofRow: index, by: filler), at: time)
        size += record.document.count
        records.append(record)
      } catch {
        outcome.failures.append(error)
        if !skipsFaults { records = [] }
      }
      guard size <= Self.largestAlbum else {
        throw PosterBatch.Refusal(
          Message(
            "the album would take more than {limit} GiB, because each poster has its picture; use a smaller picture, or export files",
            ["limit": String(Self.largestAlbum >> 30)]))
      }
    }
    guard outcome.failures.isEmpty || skipsFaults && !records.isEmpty else {
      throw FaultyRows(faults: outcome.failures)
    }
    let (album, posters) = try library.insertAlbum(named: name, of: records)
    outcome.made = posters.count
    return (album, posters, outcome)
  }
}
