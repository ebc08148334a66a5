import Colors
import Geometry
import Posters
import Publishing
import Testing
import Text

@testable import Printing

@Suite struct SheetSettingsTests {
  @Test func `what was chosen is remembered, and what was not is not written`() {
    var settings = SheetSettings()
    #expect(settings.members.isEmpty)
    settings.layout = .cells
    settings.paper = Page(width: 120, height: 170)
    (settings.orientation, settings.margin, settings.overlap) = (.landscape, 7, 3)
    (settings.size, settings.keepsBlankSheets, settings.columns, settings.rows) = (.columns(4), true, 3, 7)
    (settings.cells, settings.scaling, settings.gap) = (SheetSettings.Cells.all[9], .fill, 2)
    (settings.hasMarks, settings.order, settings.sides) = (true, .stack, .workAndTurn)
    (settings.copies, settings.firstCell) = (12, 4)
    var read = SheetSettings()
    for member in settings.members { read.read(member) }
    #expect(read == settings)
    for value in [JSONValue.number(-1), .number(1e9), .string("nothing"), .bool(false)] {
      for member in settings.members { read.read(JSONMember(member.name, value)) }
    }
    #expect(Imposition.Options.counts.contains(read.columns) && read.firstCell >= 1)
  }

  @Test func `the printer's margin is taken unless another one is chosen`() {
    var settings = SheetSettings()
    settings.layout = .tiles
    #expect(settings.options(.init()).tiling?.margin == 5)
    #expect(settings.options(.init(), printerMargin: 12.7).tiling?.margin == 12.7)
    settings.margin = 3
    #expect(settings.options(.init(), printerMargin: 12.7).tiling?.margin == 3)
    settings.layout = .whole
    #expect(settings.options(.init()).imposition == nil)
    #expect(settings.options(.init(), isOnPaper: true).imposition?.cells == .sheet)
  }

  /// A picture of one colour.
  private func plain(_ value: UInt8, _ size: PixelSize) -> Bitmap {
    Bitmap(
      size: size,
      bytes: [UInt8](repeating: value, count: 4 * size.width * size.height).enumerated().map {
        $0 % 4 == 3 ? 255 : $1
      })
  }

  @Test func `ink on the margin is striped, white is not, and what is cut off is pale`() {
    let paper = Size(100, 100)
    func canvas(_ value: UInt8, kept: Rect) -> SheetCanvas {
      let frame = Rect(x: -10, y: 0, width: 120, height: 100)
      let piece = PrintedSheets.Piece(
        poster: 0, frame: frame, printed: Rect(origin: .zero, size: paper), kept: kept)
      let sheet = PrintedSheets.Sheet(paper: paper, pieces: [piece], marks: Path(), cells: [], name: nil)
      let request = SheetPainter.Request(
        posters: [], sheet: sheet, bleed: 0, margin: 10, area: Rect(x: -10, y: 0, width: 120, height: 100),
        size: PixelSize(width: 120, height: 100))
      var canvas = SheetCanvas(request)
      canvas.draw(plain(value, canvas.pixels(of: frame)), piece)
      canvas.stripeMargins()
      return canvas
    }
    let whole = Rect(origin: .zero, size: paper)
    let dark = canvas(0, kept: whole)
    #expect(dark.hasStripes && dark.hasWaste)
    func pixel(_ canvas: SheetCanvas, _ x: Int, _ y: Int) -> [UInt8] {
      Array(canvas.bitmap.bytes[4 * (y * 120 + x)..<4 * (y * 120 + x) + 4])
    }
    #expect(pixel(dark, 60, 50) == [0, 0, 0, 255])
    // Beside the paper a trace is left of what the printer does not reach.
    #expect(pixel(dark, 3, 50)[3] < 128 && pixel(dark, 3, 50)[3] > 0)
    // Four pixels of eight are striped, two of them light and two dark.
    let edge = (10..<110).map { pixel(dark, $0, 3)[0] }
    #expect(edge.count { $0 == 255 } == 25 && edge.count { $0 == 27 } == 24)
    #expect(!canvas(255, kept: whole).hasStripes)
    let cut = canvas(0, kept: Rect(x: 20, y: 20, width: 60, height: 60))
    #expect(pixel(cut, 25, 50)[0] > 100 && pixel(cut, 60, 50)[0] == 0)
  }
}
