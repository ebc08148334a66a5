/// Peculiarities of drivers, and how the rest of the code works around them.
///
/// Each quirk names the driver, the symptom and the workaround. Those of Mesa's llvmpipe, which draws with the processor,
/// were seen in version 22.3. A workaround that costs nothing elsewhere is a constant, so that all drivers draw the same.
public struct DriverQuirks: Hashable, Sendable {
  /// Whether the driver draws with the processor: its threads compete with the program's own, so processor time says what a
  /// frame takes.
  public let drawsWithProcessor: Bool

  /// How often the target may change until all drawing is waited for; nil where that is not needed.
  ///
  /// llvmpipe draws into one target while it accepts commands for up to 64 others. For each it keeps the textures and
  /// targets that it used until as many passes follow, such as pictures of former window sizes.
  let passesBeforeWaiting: Int?

  init(renderer: String) {
    drawsWithProcessor = ["llvmpipe", "softpipe", "swrast", "SwiftShader"].contains { renderer.contains($0) }
    passesBeforeWaiting = renderer.hasPrefix("llvmpipe") ? 4 : nil
  }

  /// Returns the side of the texture, in pixels, for a picture with such a side.
  ///
  /// llvmpipe compiles each program again for textures with a side that is a power of two, so no texture has one. An
  /// eighth more can be halved three times, as the side itself; for large sides an eighth would be too much.
  public static func textureSide(of side: Int) -> Int {
    guard side.nonzeroBitCount == 1, side < 4096 else { return side }
    return side + max(side / 8, side == 1 ? 2 : 1)
  }

  /// In how many frames, from a change of the window's size on, one program draws nothing before another one draws.
  ///
  /// To a program that draws on after a window's height has changed, llvmpipe does not always say where the window's bottom
  /// is now, but to one that follows another. The first frame of a size may still be drawn into what has the old one.
  public static let framesOfNewSize = 2

  /// The size in bytes up to which a framebuffer is released at rest.
  ///
  /// llvmpipe needs 3 milliseconds to make a framebuffer of 1120 × 780 pixels, and 12 for twice the sides.
  public static let quickFramebufferBytes = 4 << 20

  // Two more are worked around where they are met. Timers of llvmpipe are wrong, 8 milliseconds for a frame of 217, so a
  // measurement believes a timer only where it agrees with a fence. And where one factor multiplies all four channels of a
  // texture, llvmpipe leaves out green and blue in whole tiles of a window, so `image-inside.frag.glsl` has four.
}
