import GPU
import Scene

/// The bytes that may go to the GPU in one frame, so that no frame takes long because much is new in it.
///
/// Work on the CPU counts as the bytes that could have been uploaded meanwhile. Without a limit everything is made at
/// once, and a picture depends on its display list alone.
final class UploadBudget {
  /// How many bytes may wait for another frame when more come together; nil lets everything through.
  var limit: Int?

  /// The bytes that went to the GPU in this frame.
  private(set) var uploaded = 0

  /// The same with the work they took.
  private var used = 0

  /// Whether something waits for another frame.
  private(set) var isExceeded = false

  /// The cost of an element of a path in a box of one pixel.
  private static let perElement = 12.0

  /// The most that items without a substitute may use, in multiples of the limit.
  private let patience: Double

  /// Creates a budget without a limit. With `hasHelp` another thread makes for the next frame what there is no time for in this
  /// one, so that less of it has to be made at once.
  init(hasHelp: Bool = false) { patience = hasHelp ? 1.5 : 5 }

  /// Returns what rasterising a figure on so many pixels counts: its curves are cut into more chords the longer they
  /// are.
  static func rasterizing(_ figure: Figure, on box: PixelRect) -> Int {
    let side = Double(max(box.width, box.height, 1)).squareRoot()
    return Int(Double(figure.outline.elementCount) * perElement * side) + box.width * box.height * 3 / 8
  }

  /// Returns what cutting a figure into triangles counts, beside their bytes.
  static func cutting(_ figure: Figure) -> Int { figure.outline.elementCount * 1500 }

  func startFrame() {
    uploaded = 0
    used = 0
    isExceeded = false
  }

  /// Returns whether so many bytes still fit in this frame; if not, they wait. The first ones always fit.
  ///
  /// Items without a substitute may use `patience` times as much before they are left out.
  func allows(_ bytes: Int, canWait: Bool = true) -> Bool {
    guard let limit, used > 0,
      used + bytes > (canWait ? limit : Int(Double(limit) * patience))
    else { return true }
    isExceeded = true
    return false
  }

  /// Whether nothing was made or uploaded in this frame, nor waits.
  var isUntouched: Bool { used == 0 && !isExceeded }

  /// Takes note that something waits for another frame.
  func wait() { isExceeded = true }

  /// Takes note of bytes that went to the GPU, and of the work they took, waited for or not.
  func spend(_ bytes: Int, work: Int = 0) {
    uploaded += bytes
    used += bytes + work
  }
}
