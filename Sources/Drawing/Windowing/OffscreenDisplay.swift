import CEpoxy

/// An initialised EGL display that needs no window system.
///
/// EGL gives every caller the same display and does not count who uses it, so it stays initialised until the
/// program ends: terminating it would take the contexts of other threads along.
struct OffscreenDisplay: @unchecked Sendable {
  let platform: String
  let pointer: EGLDisplay

  /// What looking for displays brought: those that work, best first, and what the others said.
  struct Search: Sendable {
    var displays: [OffscreenDisplay] = []
    var failures: [String] = []
  }

  static let search: Search = {
    var search = Search()
    guard epoxy_has_egl() else {
      search.failures.append("libEGL.so.1 is not installed")
      return search
    }
    guard epoxy_has_egl_extension(nil, "EGL_EXT_platform_base") else {
      search.failures.append("EGL has no driver, or lacks EGL_EXT_platform_base")
      return search
    }
    search.addSurfaceless()
    search.addDevices()
    return search
  }()
}

extension OffscreenDisplay.Search {
  fileprivate mutating func addSurfaceless() {
    guard epoxy_has_egl_extension(nil, "EGL_MESA_platform_surfaceless") else {
      failures.append("surfaceless: EGL lacks EGL_MESA_platform_surfaceless")
      return
    }
    add("surfaceless", eglGetPlatformDisplayEXT(EGLenum(EGL_PLATFORM_SURFACELESS_MESA), nil, nil))
  }

  fileprivate mutating func addDevices() {
    let canList =
      epoxy_has_egl_extension(nil, "EGL_EXT_device_enumeration")
      || epoxy_has_egl_extension(nil, "EGL_EXT_device_base")
    guard canList, epoxy_has_egl_extension(nil, "EGL_EXT_platform_device") else {
      failures.append("device: EGL lacks EGL_EXT_platform_device")
      return
    }
    var devices = [EGLDeviceEXT?](repeating: nil, count: 16)
    var count: EGLint = 0
    guard eglQueryDevicesEXT(EGLint(devices.count), &devices, &count) != 0, count > 0 else {
      failures.append("device: EGL knows of no device")
      return
    }
    for (index, device) in devices.prefix(Int(count)).enumerated() {
      add("device \(index)", eglGetPlatformDisplayEXT(EGLenum(EGL_PLATFORM_DEVICE_EXT), device, nil))
    }
  }

  private mutating func add(_ platform: String, _ pointer: EGLDisplay?) {
    guard let pointer else {
      failures.append("\(platform): no display, \(eglErrorName(eglGetError()))")
      return
    }
    guard eglInitialize(pointer, nil, nil) != 0 else {
      failures.append("\(platform): cannot be initialised, \(eglErrorName(eglGetError()))")
      return
    }
    displays.append(OffscreenDisplay(platform: platform, pointer: pointer))
  }
}

func eglErrorName(_ code: EGLint) -> String {
  switch code {
  case EGL_SUCCESS: "no error is given"
  case EGL_NOT_INITIALIZED: "EGL_NOT_INITIALIZED"
  case EGL_BAD_ACCESS: "EGL_BAD_ACCESS"
  case EGL_BAD_ALLOC: "EGL_BAD_ALLOC"
  case EGL_BAD_ATTRIBUTE: "EGL_BAD_ATTRIBUTE"
  case EGL_BAD_CONFIG: "EGL_BAD_CONFIG"
  case EGL_BAD_CONTEXT: "EGL_BAD_CONTEXT"
  case EGL_BAD_DISPLAY: "EGL_BAD_DISPLAY"
  case EGL_BAD_MATCH: "EGL_BAD_MATCH"
  case EGL_BAD_PARAMETER: "EGL_BAD_PARAMETER"
  case EGL_CONTEXT_LOST: "EGL_CONTEXT_LOST"
  default: "EGL error 0x\(String(code, radix: 16))"
  }
}
