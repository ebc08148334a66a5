/// The bytes that may go to the GPU in one frame, so that no frame takes long because much is new in it.
///
/// Work on the CPU counts as the bytes that could have been uploaded meanwhile. Without a limit everything is there at
/// once, and a picture depends on nothing but its display list.
final class UploadBudget {
  /// How many bytes may wait for another frame when more come together; nil lets everything through.
  var limit: Int?

  /// The bytes that went to the GPU in this frame.
  private(set) var uploaded = 0

  /// The same with the work they took.
  private var used = 0

  /// Whether something waits for another frame.
  private(set) var isExceeded = false

  /// What rasterising or cutting one element of a path counts, in bytes.
  static let perElement = 24

  func startFrame() {
    uploaded = 0
    used = 0
    isExceeded = false
  }

  /// Returns whether so many bytes still fit in this frame; if not, they wait. The first ones always fit.
  func allows(_ bytes: Int) -> Bool {
    guard let limit, used > 0, used + bytes > limit else { return true }
    isExceeded = true
    return false
  }

  /// Takes note of bytes that went to the GPU, and of the work they took, waited for or not.
  func spend(_ bytes: Int, work: Int = 0) {
    uploaded += bytes
    used += bytes + work
  }
}
