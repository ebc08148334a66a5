import CGLFW
import CWayland
import Glibc
import Localization

/// The window system that GLFW uses; before GLFW 3.4 it was fixed when GLFW was built.
public enum WindowSystem: String, Sendable {
  /// The X Window System, including Xwayland.
  case x11 = "X11"
  /// A Wayland compositor.
  case wayland = "Wayland"

  /// The window system in use, once an event loop exists.
  static var current: WindowSystem {
    if let platform { return platform() == waylandPlatform ? .wayland : .x11 }
    return dlsym(nil, "glfwGetX11Display") == nil ? .wayland : .x11
  }

  // The header of GLFW 3.3 lacks both the function and the constants.
  private static let platform: (@convention(c) () -> Int32)? = dlsym(nil, "glfwGetPlatform").map {
    unsafeBitCast($0, to: (@convention(c) () -> Int32).self)
  }
  private static let waylandPlatform: Int32 = 0x6_0003

  /// Sets how windows are decorated if the desktop does not decorate them. Call it before GLFW is initialised.
  ///
  /// If libdecor is installed, GLFW uses it, but it draws nothing without one of its plug-ins. GLFW's own bars are
  /// plain, but can move and resize a window.
  static func hintFrames() {
    if platform != nil, !hasFramePlugin { glfwInitHint(libdecorHint, disableLibdecor) }
  }

  /// Lets one thread draw into a window through GLX while another draws offscreen through EGL. Call it before an OpenGL
  /// library is loaded.
  ///
  /// NVIDIA's driver patches libglvnd's entry points, which then refuse the contexts of every other library, including
  /// its own for EGL. With patching disabled, calls go through a table, as with other drivers.
  /// https://gitlab.freedesktop.org/glvnd/libglvnd/-/merge_requests/12
  static func keepEntryPoints() { setenv("__GLVND_DISALLOW_PATCHING", "1", 0) }

  /// Chooses X11 if the Wayland compositor has no seat, without which GLFW 3.4 crashes. Call it before GLFW is
  /// initialised.
  ///
  /// Throws if X11 is not available either.
  static func avoidLackingSeat() throws(WindowError) {
    guard platform != nil, WaylandRegistry.hasSeat == false else { return }
    guard getenv("DISPLAY") != nil else {
      throw .noDisplay(Message("the Wayland compositor has no pointer and no keyboard"))
    }
    glfwInitHint(platformHint, x11Platform)
  }

  /// Returns the reason why GLFW could not be initialised, judged by the display variables of the environment.
  static func reasonForNoDisplay(inWordsOfGLFW words: [String]) -> Message {
    func variable(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
    let (x11, wayland) = (variable("DISPLAY"), variable("WAYLAND_DISPLAY"))
    let reason =
      switch (x11, platform == nil ? nil : wayland) {
      case (nil, nil) where wayland != nil:
        Message("GLFW 3.3 supports only X11, and DISPLAY is not set; start Xwayland, or build with GLFW 3.4")
      case (nil, nil):
        Message(
          "neither DISPLAY nor WAYLAND_DISPLAY is set; start the program from a desktop or with xvfb-run")
      case (let x11?, nil): Message("the X server {server} of DISPLAY does not respond", ["server": x11])
      case (nil, let wayland?):
        Message("the compositor {compositor} of WAYLAND_DISPLAY does not respond", ["compositor": wayland])
      case (let x11?, let wayland?):
        Message(
          "neither the compositor {compositor} of WAYLAND_DISPLAY nor the X server {server} of DISPLAY responds",
          ["compositor": wayland, "server": x11])
      }
    return x11 == nil && wayland == nil || words.isEmpty
      ? reason
      : Message(
        "{reason} ({details})", ["details": words.joined(separator: "; ")], parts: ["reason": reason])
  }

  private static let platformHint: Int32 = 0x5_0003
  private static let x11Platform: Int32 = 0x6_0004

  private static let libdecorHint: Int32 = 0x5_3001
  private static let disableLibdecor: Int32 = 0x3_8002

  /// Whether libdecor has a plug-in that draws frames; it searches beside its own library.
  private static var hasFramePlugin: Bool {
    typealias Address =
      @convention(c) (UnsafeRawPointer, UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Int32
    // `dladdr` writes four pointers; the first is the file's name.
    var place = [UnsafePointer<CChar>?](repeating: nil, count: 4)
    guard let library = dlopen("libdecor-0.so.0", RTLD_LAZY | RTLD_LOCAL),
      let function = dlsym(library, "libdecor_new"), let find = dlsym(nil, "dladdr"),
      unsafeBitCast(find, to: Address.self)(function, &place) != 0, let name = place[0]
    else { return false }
    let beside = String(cString: name).split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let folder =
      getenv("LIBDECOR_PLUGIN_DIR").map { String(cString: $0) }
      ?? beside.joined(separator: "/") + "/libdecor/plugins-1"
    guard let stream = opendir(folder) else { return false }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let isPlugin = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self).hasSuffix(".so")
      }
      if isPlugin { return true }
    }
    return false
  }

  /// Sets the program's name for windows created from now on, and thereby its icon under Wayland.
  static func hintProgram(windowClass: String, desktopFile: String?) {
    glfwWindowHintString(GLFW_X11_CLASS_NAME, windowClass)
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, windowClass)
    if platform != nil { glfwWindowHintString(waylandAppID, desktopFile ?? windowClass) }
  }

  private static let waylandAppID: Int32 = 0x2_6001

  /// Whether programs can read and set the positions of their windows.
  public var placesWindows: Bool { self == .x11 }
}

/// The capabilities of a Wayland compositor, queried over a temporary connection.
enum WaylandRegistry {
  private final class Found {
    var interfaces: Set<String> = []
  }

  /// Whether the compositor has a seat, a group of input devices; nil without a compositor.
  static var hasSeat: Bool? {
    guard let display = wl_display_connect(nil) else { return nil }
    defer { wl_display_disconnect(display) }
    guard let registry = wl_display_get_registry(display) else { return nil }
    defer { wl_registry_destroy(registry) }
    let found = Found()
    var listener = wl_registry_listener()
    listener.global = { data, _, _, interface, _ in
      guard let data, let interface else { return }
      Unmanaged<Found>.fromOpaque(data).takeUnretainedValue().interfaces.insert(String(cString: interface))
    }
    listener.global_remove = { _, _, _ in }
    let isAnswered = withUnsafePointer(to: listener) { listener in
      wl_registry_add_listener(registry, listener, Unmanaged.passUnretained(found).toOpaque())
      return wl_display_roundtrip(display) >= 0
    }
    return isAnswered ? found.interfaces.contains("wl_seat") : nil
  }
}
