import Application
import Colors
import Geometry
import Scene

/// Conway's Game of Life on a torus.
struct Life {
  let size = PixelSize(width: 96, height: 64)
  private(set) var cells: [Bool]

  /// Starts with an acorn, which grows for more than five thousand generations on an infinite plane.
  init() {
    cells = Array(repeating: false, count: size.width * size.height)
    for (x, y) in [(45, 32), (47, 33), (44, 34), (45, 34), (48, 34), (49, 34), (50, 34)] { set(x, y) }
  }

  mutating func set(_ x: Int, _ y: Int) { cells[y * size.width + x] = true }

  mutating func step() {
    let old = cells
    for y in 0..<size.height {
      for x in 0..<size.width {
        var neighbours = 0
        for row in [y + size.height - 1, y, y + 1] {
          for column in [x + size.width - 1, x, x + 1] where (row, column) != (y, x) {
            neighbours += old[row % size.height * size.width + column % size.width] ? 1 : 0
          }
        }
        cells[y * size.width + x] = neighbours == 3 || old[y * size.width + x] && neighbours == 2
      }
    }
  }

  /// The cells as pixels.
  var bitmap: SharedBitmap {
    SharedBitmap(
      size: size, bytes: cells.flatMap { $0 ? [0xf4, 0xe9, 0xd8, 0xff] : [0x1b, 0x3a, 0x4b, 0xff] })
  }
}

WindowProgram.main("Life", size: Size(768, 512)) { tree, input in
  var life = Life()
  var generation = 0
  let board = Layer()
  // Each cell is one texel with sharp edges.
  func show() { board.contents = .image(ImageContents(life.bitmap, filter: .nearest)) }
  show()
  tree.root.addSublayer(board)
  input.onResize { board.frame = Rect(origin: .zero, size: $0) }

  let rate = 15.0
  input.onFrame { time in
    let due = Int(time * rate)
    while generation < due {
      life.step()
      generation += 1
    }
    show()
    return (Double(generation) + 1) / rate
  }
  input.onEvent { event, _ in
    guard case .pointerMoved(let point, _) = event, board.bounds.contains(point) else { return }
    life.set(
      min(Int(point.x / board.bounds.width * 96), 95), min(Int(point.y / board.bounds.height * 64), 63))
    show()
  }
}
