import Geometry
import Images

/// The resolution of a poster's pictures in print, and its lines and gaps that are too thin for a press.
///
/// It is a function of the layout, and takes some milliseconds: windows compute it outside the frame loop.
package struct PrintCheck: Hashable, Sendable {
  /// A part of a poster.
  package enum Part: Hashable, Sendable {
    /// The background.
    case background
    /// The emblem.
    case emblem
    /// The line of text with an index.
    case line(Int)
  }

  /// A picture and its resolution at print size.
  package struct Resolution: Hashable, Sendable {
    /// The part that is a picture.
    package var part: Part
    /// The pixels of the file per inch of the page.
    package var pixelsPerInch: Double

    /// Whether single pixels are seen in print.
    package var isLow: Bool { pixelsPerInch < PrintCheck.leastPixelsPerInch }
  }

  /// A line or gap that is too thin.
  package struct Hairline: Hashable, Sendable {
    /// The part with the line or gap.
    package var part: Part
    /// Whether it is a gap, which fills with ink, instead of a line, which does not print.
    package var isGap: Bool
    /// Its middle, in millimetres from the upper left of the page.
    package var place: Point
    /// Its width, in millimetres.
    package var width: Double
  }

  /// The pictures with their resolutions.
  package let resolutions: [Resolution]
  /// The thinnest line and the thinnest gap of each part that has one under `leastWidth`.
  package let hairlines: [Hairline]

  /// The resolution under which a picture looks soft in print, in pixels per inch.
  package static let leastPixelsPerInch = 150.0
  /// The width under which a line does not print, in millimetres.
  package static let leastWidth = 0.1

  /// Checks a layout.
  package init(_ layout: PosterLayout) {
    resolutions = Self.resolutions(of: layout)
    var layout = layout
    layout.removeEmblemOverlaps()
    var parts: [Part] = []
    var outlines: [Path] = []
    // An outline with too many crossings is not measured.
    if case .path(let path) = layout.emblem, !layout.emblemHasOverlaps {
      parts.append(.emblem)
      outlines.append(path)
    }
    for line in layout.lines {
      parts.append(.line(line.index))
      outlines.append(line.path)
    }
    let unit = Page.pointsPerMillimetre
    let found = HairlineSearch.findings(in: outlines, thinnerThan: Self.leastWidth * unit).map { finding in
      Hairline(
        part: parts[finding.outline], isGap: finding.isGap,
        place: Point(finding.place.x / unit, finding.place.y / unit), width: finding.width / unit)
    }
    // A wrapped line is several outlines of one part.
    var thinnest: [Hairline] = []
    for hairline in found {
      if let index = thinnest.firstIndex(where: { $0.part == hairline.part && $0.isGap == hairline.isGap }) {
        if hairline.width < thinnest[index].width { thinnest[index] = hairline }
      } else {
        thinnest.append(hairline)
      }
    }
    hairlines = thinnest
  }

  private static func resolutions(of layout: PosterLayout) -> [Resolution] {
    var resolutions: [Resolution] = []
    func add(_ part: Part, _ bytes: [UInt8], share: Double, width: Double) {
      guard width > 0, let size = try? PictureFile(bytes).size else { return }
      resolutions.append(Resolution(part: part, pixelsPerInch: Double(size.width) * share / (width / 72)))
    }
    if case .picture(let picture) = layout.paint(on: layout.page) {
      add(.background, picture.bytes, share: picture.crop.width, width: layout.page.width)
    }
    switch layout.emblem {
    case .picture(let bytes, let rect), .tinted(let bytes, let rect):
      add(.emblem, bytes, share: 1, width: rect.width)
    case .path, nil: break
    }
    return resolutions
  }
}
