import Files
import Posters
import Publishing
import Text

/// The way in which posters are placed on sheets of paper, as a person chooses it in a panel.
package struct SheetSettings: Hashable, Sendable {
  /// The number of sheets of a poster, or of posters of a sheet.
  package enum Layout: String, Hashable, Sendable, CaseIterable {
    /// One poster on each sheet.
    case whole
    /// A poster divided over sheets.
    case tiles
    /// Several posters on a sheet.
    case cells
  }

  /// The printed size of a divided poster.
  package enum Size: Hashable, Sendable {
    /// The size of its page.
    case own
    /// A width in centimetres.
    case width(Double)
    /// A width in sheets.
    case columns(Int)
  }

  /// The kinds of cells.
  package enum Cells: Hashable, Sendable {
    /// The size of the posters.
    case own
    /// A number of columns and rows.
    case grid
    /// Cards of a size.
    case card(CardSize)
    /// A label sheet.
    case labels(LabelSheet)

    /// All choices in the order of the panel.
    package static let all: [Cells] =
      [.own, .grid] + CardSize.all.map(Cells.card) + LabelSheet.all.map(Cells.labels)

    /// The name in the stored settings.
    var id: String {
      switch self {
      case .own: "own"
      case .grid: "grid"
      case .card(let card): card.name
      case .labels(let sheet): sheet.name
      }
    }
  }

  package var layout = Layout.whole
  package var paper = Page(width: 210, height: 297)
  /// The orientation of the paper; nil chooses the better one.
  package var orientation: Tiling.Orientation?
  /// The edge of the paper that is left white, in millimetres; nil takes the printer's.
  package var margin: Double?
  /// The width of the strip that neighbouring sheets share, in millimetres.
  package var overlap = 10.0
  package var size = Size.own
  package var keepsBlankSheets = false
  package var cells = Cells.own
  package var columns = 2
  package var rows = 2
  package var scaling = Imposition.Scaling.fit
  /// The distance between cells, in millimetres; nil leaves room for the bleed.
  package var gap: Double?
  package var hasMarks = false
  package var order = Imposition.Order.rows
  package var sides = Imposition.Sides.front
  /// The number of copies of each poster on the sheets; nil fills the sheet with a single one.
  package var copies: Int?
  package var firstCell = 1

  package init() {}

  /// The range of widths, in centimetres.
  package static let widths = 1.0...2000.0
  /// The range of the number of columns of a divided poster.
  package static let tileColumns = 1.0...100.0

  /// The margin used where neither the person nor a printer says another one, in millimetres.
  package static let usualMargin = 5.0

  /// Returns the options of an export with these sheets.
  ///
  /// - Parameters:
  ///   - options: The other options.
  ///   - margin: The edge that the printer leaves white, in millimetres; nil if it is not known.
  ///   - isOnPaper: Whether a whole poster is placed on the paper too, instead of on a page of its own size.
  package func options(
    _ options: PosterExport.Options, printerMargin: Double? = nil, isOnPaper: Bool = false
  ) -> PosterExport.Options {
    var options = options
    let margin = margin ?? printerMargin
    switch layout {
    case .whole:
      guard isOnPaper else { break }
      var whole = Imposition.Options(paper: paper)
      (whole.cells, whole.scaling, whole.orientation, whole.copies) = (.sheet, scaling, orientation, 1)
      // A poster that is scaled to cover the paper, or not scaled, ends where the printer ends.
      whole.margin = scaling == .fit ? margin ?? 0 : 0
      options.imposition = whole
    case .tiles:
      var tiling = Tiling.Options(paper: paper)
      (tiling.orientation, tiling.overlap, tiling.keepsBlankSheets) = (orientation, overlap, keepsBlankSheets)
      tiling.margin = margin ?? Self.usualMargin
      switch size {
      case .own: break
      case .width(let width): tiling.scaling = .within(width: 10 * width, height: .infinity)
      case .columns(let columns): tiling.scaling = .sheets(columns: columns, rows: Tiling.mostSheets)
      }
      options.tiling = tiling
    case .cells:
      var imposition = Imposition.Options(paper: paper)
      (imposition.orientation, imposition.scaling, imposition.gap) = (orientation, scaling, gap)
      (imposition.order, imposition.sides, imposition.copies) = (order, sides, copies)
      (imposition.firstCell, imposition.hasMarks) = (firstCell, hasMarks)
      imposition.margin = self.margin
      switch cells {
      case .own: imposition.cells = .own
      case .grid:
        imposition.cells = .grid(columns: columns, rows: rows)
        imposition.margin = margin ?? Self.usualMargin
      case .card(let card): imposition.cells = .size(card.page)
      case .labels(let sheet):
        imposition.cells = .labels(sheet)
        imposition.hasMarks = false
      }
      options.imposition = imposition
    }
    return options
  }

  // MARK: Memory

  /// The members of a stored object; values that were not chosen are left out.
  package var members: [JSONMember] {
    let usual = SheetSettings()
    var members: [JSONMember] = []
    func add(_ name: String, _ value: JSONValue, unless isUsual: Bool) {
      if !isUsual { members.append(JSONMember(name, value)) }
    }
    add("sheets", .string(layout.rawValue), unless: layout == usual.layout)
    add(
      "paper", .string(paper.name ?? "\(paper.width)x\(paper.height)mm"), unless: paper == usual.paper)
    add("orientation", .string(orientation?.rawValue ?? ""), unless: orientation == nil)
    add("margin", .number(margin ?? 0), unless: margin == nil)
    add("overlap", .number(overlap), unless: overlap == usual.overlap)
    switch size {
    case .own: break
    case .width(let width): add("tileWidth", .number(width), unless: false)
    case .columns(let columns): add("tileColumns", .number(Double(columns)), unless: false)
    }
    add("blankSheets", .bool(true), unless: !keepsBlankSheets)
    add("cells", .string(cells.id), unless: cells == usual.cells)
    add("columns", .number(Double(columns)), unless: columns == usual.columns)
    add("rows", .number(Double(rows)), unless: rows == usual.rows)
    add("scaling", .string(scaling.rawValue), unless: scaling == usual.scaling)
    add("gap", .number(gap ?? 0), unless: gap == nil)
    add("cutMarks", .bool(true), unless: !hasMarks)
    add("order", .string(order.rawValue), unless: order == usual.order)
    add("sides", .string(sides.rawValue), unless: sides == usual.sides)
    add("copies", .number(Double(copies ?? 1)), unless: copies == nil)
    add("firstCell", .number(Double(firstCell)), unless: firstCell == usual.firstCell)
    return members
  }

  /// Reads a member of a stored object; an unknown or invalid one is ignored.
  package mutating func read(_ member: JSONMember) {
    func number(in range: ClosedRange<Double>) -> Double? {
      guard case .number(let text) = member.value else { return nil }
      return Double(text).flatMap { range.contains($0) ? $0 : nil }
    }
    func count(in range: ClosedRange<Int>) -> Int? {
      number(in: Double(range.lowerBound)...Double(range.upperBound)).map { Int($0) }
    }
    var word: String? { if case .string(let text) = member.value { text } else { nil } }
    let isOn = member.value == .bool(true)
    switch member.name {
    case "sheets": layout = word.flatMap(Layout.init) ?? layout
    case "paper": paper = word.flatMap { try? Page(parsing: $0) } ?? paper
    case "orientation": orientation = word.flatMap(Tiling.Orientation.init)
    case "margin": margin = number(in: Tiling.Options.margins)
    case "overlap": overlap = number(in: Tiling.Options.overlaps) ?? overlap
    case "tileWidth": if let width = number(in: Self.widths) { size = .width(width) }
    case "tileColumns": if let columns = number(in: Self.tileColumns) { size = .columns(Int(columns)) }
    case "blankSheets": keepsBlankSheets = isOn
    case "cells": cells = Cells.all.first { $0.id == word } ?? cells
    case "columns": columns = count(in: Imposition.Options.counts) ?? columns
    case "rows": rows = count(in: Imposition.Options.counts) ?? rows
    case "scaling": scaling = word.flatMap(Imposition.Scaling.init) ?? scaling
    case "gap": gap = number(in: Imposition.Options.gaps)
    case "cutMarks": hasMarks = isOn
    case "order": order = word.flatMap(Imposition.Order.init) ?? order
    case "sides": sides = word.flatMap(Imposition.Sides.init) ?? sides
    case "copies": copies = count(in: Imposition.Options.copies)
    case "firstCell": firstCell = count(in: 1...10_000) ?? firstCell
    default: break
    }
  }
}
