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

/// How much the picture changes when a crown that moved comes to rest.
func measurePop(_ crowns: [Crown]) throws {
  for side in [40, 120, 240, 400, 800] {
    let stage = try Stage(PixelSize(width: side, height: side))
    var (mean, edge, most) = (0.0, 0.0, 0)
    let few = crowns.enumerated().filter { $0.offset.isMultiple(of: 25) }.map(\.element)
    for crown in few {
      let grid = CrownGrid([crown], size: Size(width: Double(side), height: Double(side)))
      func picture(isMoving: Bool) throws -> [UInt8] {
        grid.layOut(side: Double(side), isMoving: isMoving)
        (grid.root.sublayers[0].contents) = .path(PathContents(crown.figure, color: .white))
        try stage.draw(grid.root, background: RGBA(hex: 0))
        return stage.framebuffer.readPixels()
      }
      let (moving, resting) = (try picture(isMoving: true), try picture(isMoving: false))
      var (sum, edges, count) = (0, 0, 0)
      for pixel in Swift.stride(from: 0, to: moving.count, by: 4) {
        let difference = abs(Int(moving[pixel]) - Int(resting[pixel]))
        (sum, most) = (sum + difference, max(most, difference))
        if resting[pixel] > 0 && resting[pixel] < 255 { (edges, count) = (edges + difference, count + 1) }
      }
      mean += Double(sum) / Double(moving.count / 4) / Double(few.count)
      edge += Double(edges) / Double(max(1, count)) / Double(few.count)
    }
    print(
      "coming to rest at \(side) px: mean change \(words(mean)) of 255, \(words(edge)) at edges, most \(most)"
    )
  }
}
