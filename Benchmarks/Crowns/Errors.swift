import Colors
import Foundation
import Geometry
import Images
import Renderer
import Scene
import VectorArt

/// An icon of the reference with its exact coverage at two sizes.
struct ReferenceIcon: Decodable {
  let id: String
  let svg: String
  let png: [String: String]
}

/// Draws each icon of a folder by both techniques and compares the pixels with the exact area.
func measureErrors(in folder: String) throws {
  let index = try Data(contentsOf: URL(filePath: folder + "/index.json"))
  let icons = try JSONDecoder().decode([ReferenceIcon].self, from: index)
  for side in [64, 256] {
    let stage = try Stage(PixelSize(width: side, height: side))
    for technique in [PathTechnique.mesh, .coverage] {
      var means: [Double] = []
      var edgeMeans: [Double] = []
      var worst: [(level: Int, id: String)] = []
      for icon in icons {
        guard let file = icon.png["\(side)"] else { continue }
        let exact = try Bitmap(contentsOf: folder + "/" + file)
        guard exact.size == stage.size else { continue }
        let text = try String(contentsOfFile: folder + "/" + icon.svg, encoding: .utf8)
        let image = try VectorImage(svg: text)
        let drawn = try levels(of: image, side: side, stage, technique)
        let grey = stride(from: 0, to: exact.bytes.count, by: 4).map { exact.bytes[$0] }
        let differences = zip(drawn, grey).map { abs(Int($0) - Int($1)) }
        let edges = zip(differences, grey).filter { $0.1 > 0 && $0.1 < 255 }.map(\.0)
        means.append(Double(differences.reduce(0, +)) / Double(differences.count))
        edgeMeans.append(Double(edges.reduce(0, +)) / Double(max(1, edges.count)))
        worst.append((differences.max() ?? 0, icon.id))
      }
      let ordered = worst.sorted { $0.level < $1.level }
      guard let last = ordered.last else { continue }
      let mean = means.reduce(0, +) / Double(means.count)
      let edge = edgeMeans.reduce(0, +) / Double(edgeMeans.count)
      print(
        "\(technique.rawValue) at \(side) px, \(means.count) icons: mean error \(words(mean, 3)) of 255 over all "
          + "pixels, \(words(edge)) over edge pixels; worst pixel of the icon at 95 %: "
          + "\(ordered[ordered.count * 95 / 100].level), of all: \(last.level) (\(last.id))")
    }
  }
}

private func levels(
  of image: VectorImage, side: Int, _ stage: Stage, _ technique: PathTechnique
) throws -> [UInt8] {
  let box = image.viewport
  let scale = Double(side) / max(box.width, box.height)
  let layer = Layer()
  layer.anchorPoint = .zero
  layer.bounds = box
  layer.transform = .scale(x: scale, y: scale)
  layer.contents = .path(PathContents(Figure(image.path), color: .white))
  let root = Layer(frame: Rect(x: 0, y: 0, width: Double(side), height: Double(side)))
  root.addSublayer(layer)
  try stage.draw(root, technique: technique, background: RGBA(hex: 0))
  let bytes = stage.framebuffer.readPixels()
  return Swift.stride(from: 0, to: bytes.count, by: 4).map { bytes[$0] }
}

/// How much the picture changes when a crown that moved comes to rest, by the pixels that the crown is large.
func measurePop(_ crowns: [Crown]) throws {
  let few = crowns.enumerated().filter { $0.offset.isMultiple(of: 25) }.map(\.element)
  for side in [24, 34, 48, 57, 68, 96, 130, 180, 233, 256, 350, 390, 480, 700] {
    let cell = Double(side) / CrownGrid.share
    let stage = try Stage(PixelSize(width: Int(cell) + 2, height: Int(cell) + 2))
    let pops = try few.map { try pop(of: $0, cell: cell, stage) }
    let changes = pops.flatMap(\.edges)
    let squares = changes.reduce(0) { $0 + $1 * $1 }
    let means = pops.map { Double($0.edges.reduce(0, +)) / Double(max(1, $0.edges.count)) }
    let all = pops.map { Double($0.sum) / Double(stage.size.width * stage.size.height) }
    let square = (Double(squares) / Double(max(1, changes.count))).squareRoot()
    print(
      "coming to rest at \(side) px: edge pixels change by \(words(means.reduce(0, +) / Double(few.count))) of 255, by "
        + "\(words(square)) in the mean square, at 95 % by \(words(percentile(changes.map(Double.init), 0.95), 0)), at most "
        + "by \(pops.map(\.most).max() ?? 0); all pixels by \(words(all.reduce(0, +) / Double(few.count)))")
  }
}

/// Returns the change in the picture of one crown: of its edge pixels, of all pixels together, and of the pixel that
/// changes most.
private func pop(
  of crown: Crown, cell: Double, _ stage: Stage
) throws -> (edges: [Int], sum: Int, most: Int) {
  let grid = CrownGrid([crown], size: Size(width: cell, height: cell))
  grid.root.sublayers[0].contents = .path(PathContents(crown.figure, color: .white))
  func levels(isMoving: Bool) throws -> [UInt8] {
    grid.layOut(side: cell, isMoving: isMoving)
    try stage.draw(grid.root, background: RGBA(hex: 0))
    let bytes = stage.framebuffer.readPixels()
    return stride(from: 0, to: bytes.count, by: 4).map { bytes[$0] }
  }
  let (moving, resting) = (try levels(isMoving: true), try levels(isMoving: false))
  let changes = zip(moving, resting).map { abs(Int($0) - Int($1)) }
  let edges = zip(changes, resting).filter { $0.1 > 0 && $0.1 < 255 }.map(\.0)
  return (edges, changes.reduce(0, +), changes.max() ?? 0)
}
