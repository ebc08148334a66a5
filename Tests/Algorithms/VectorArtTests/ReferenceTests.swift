import Foundation
import Geometry
import GeometrySupport
import TestSupport
import Testing

@testable import VectorArt

/// A drawing of the icon set with its exact coverage.
struct ReferenceIcon: Decodable {
  var id: String
  var svg: String
  var crown: Bool
  var stroke: Bool
  var png: [String: String]

  static func all() throws -> [ReferenceIcon] {
    try ReferenceDrawing.decode("svg/icons/index.json")
  }

  func bytes() throws -> [UInt8] { try ReferenceDrawing.bytes("svg/icons/\(svg)") }
}

/// A drawing of the renderer's test suite with its picture.
struct ReferenceDrawing: Decodable {
  var svg: String
  var png: String
  var expressible: String

  static func decode<Value: Decodable>(_ name: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(bytes(name)))
  }

  static func bytes(_ name: String) throws -> [UInt8] {
    let path = try #require(Reference.file(name))
    return [UInt8](try Data(contentsOf: URL(filePath: path)))
  }
}

@Suite(.enabled(if: Reference.file("svg/resvg/index.json") != nil, "the reference folder is absent"))
struct ReferenceTests {
  @Test(arguments: [("yes", 0.98), ("with-clip", 0.8), ("with-marker", 0.8)])
  func `drawings look like the reference renderer's`(kind: String, share: Double) throws {
    let all: [ReferenceDrawing] = try ReferenceDrawing.decode("svg/resvg/index.json")
    let drawings = Sweep.sample(all.filter { $0.expressible == kind }, 40)
    var failures: [String] = []

    for drawing in drawings {
      let image = try VectorImage(svg: ReferenceDrawing.bytes("svg/resvg/\(drawing.svg)"))
      let picture = try ReferencePicture(path: try #require(Reference.file("svg/resvg/\(drawing.png)")))
      let raster = CoverageRaster(
        image.path, width: picture.width, height: picture.height,
        scale: Double(picture.width) / image.viewport.width)
      if raster.meanDifference(to: picture) > 1 { failures.append(drawing.svg) }
      #expect(raster.coverage.allSatisfy { $0 > -1e-6 && $0 < 1 + 1e-6 }, "\(drawing.svg) overlaps itself")
    }

    #expect(Double(drawings.count - failures.count) >= share * Double(drawings.count), "\(failures)")
  }

  @Test func `icons cover what they should`() throws {
    let icons = try ReferenceIcon.all()
    for icon in Sweep.sample(icons, 120) {
      let image = try VectorImage(svg: icon.bytes())
      let file = try #require(icon.png["64"].flatMap { Reference.file("svg/icons/\($0)") })
      let picture = try ReferencePicture(path: file)
      let raster = CoverageRaster(
        image.path, width: 64, height: 64, scale: 64 / max(image.viewport.width, image.viewport.height))
      // Rounding to 8 bits alone is a quarter of a level on the pixels of the edge.
      #expect(raster.meanDifference(to: picture) < 0.25, "\(icon.id)")
      #expect(image.warnings.isEmpty, "\(icon.id)")
    }
  }
}
