import CGLFW
import Geometry

// What the window gives to the desktop and takes from it.
extension Window {
  /// Gives the window an icon in several sizes: straight RGBA, four bytes a pixel, the top row first.
  ///
  /// Wayland takes the icon from the desktop file that has the program's name.
  public func setIcon(_ pictures: [(size: PixelSize, pixels: [UInt8])]) {
    icon = pictures
    guard loop.system == .x11 else { return }
    var pixels: [UInt8] = []
    var offsets: [Int] = []
    let usable = pictures.filter { picture in
      (1...1024).contains(picture.size.width) && (1...1024).contains(picture.size.height)
        && picture.pixels.count == picture.size.width * picture.size.height * 4
    }
    for picture in usable {
      offsets.append(pixels.count)
      pixels += picture.pixels
    }
    pixels.withUnsafeMutableBufferPointer { all in
      let images = zip(usable, offsets).map { picture, offset in
        GLFWimage(
          width: Int32(picture.size.width), height: Int32(picture.size.height),
          pixels: all.baseAddress.map { $0 + offset })
      }
      glfwSetWindowIcon(handle, Int32(images.count), images)
    }
  }

  /// Says under Wayland whether the window would take what another program drags over it.
  public func answerDrag(_ isWelcome: Bool) { loop.seat?.exchange?.answer(isWelcome) }

  /// The number of the window at the X11 display; nil under another window system.
  public var x11Number: UInt32? {
    defer { _ = GLFWErrors.take() }
    let number = regalia_x11_window(handle)
    return number == 0 ? nil : UInt32(truncatingIfNeeded: number)
  }

  /// Whether the pointer is over the window and over no other one that covers it.
  public var isUnderPointer: Bool { glfwGetWindowAttrib(handle, GLFW_HOVERED) == GLFW_TRUE }
}
