// Untranslated file: GLSL, and names in OpenGL.

import CEpoxy

/// The properties of a context and of the driver behind it.
public struct DriverDescription: Hashable, Sendable {
  /// The two kinds of OpenGL that Regalia uses.
  public enum Kind: String, Hashable, Sendable {
    /// OpenGL ES, of which 3.0 is the least.
    case embedded = "OpenGL ES"
    /// OpenGL with the core profile, of which 3.3 is the least.
    case desktop = "OpenGL"
  }

  /// Which kind of OpenGL it is.
  public var kind: Kind
  /// The first number of the version.
  public var major: Int
  /// The second number of the version.
  public var minor: Int

  /// The driver's own version text, vendor, renderer and shading language version.
  public var version: String
  /// Who made the driver.
  public var vendor: String
  /// The graphics card, or the library that draws in its place.
  public var renderer: String
  /// The version of the shading language, in the driver's words.
  public var shadingLanguage: String

  /// The first lines of every shader in this context: the version and the precision.
  public var shaderHeader: String {
    let version = kind == .embedded ? "#version 300 es" : "#version 330 core"
    return version + "\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\n"
  }

  /// Whether the context is at least OpenGL ES 3.0 or OpenGL 3.3.
  var isSufficient: Bool {
    switch kind {
    case .embedded: major >= 3
    case .desktop: major > 3 || (major == 3 && minor >= 3)
    }
  }

  /// Asks the context that is current on this thread.
  init() {
    version = Self.string(GL_VERSION)
    vendor = Self.string(GL_VENDOR)
    renderer = Self.string(GL_RENDERER)
    shadingLanguage = Self.string(GL_SHADING_LANGUAGE_VERSION)
    kind = version.hasPrefix("OpenGL ES") ? .embedded : .desktop
    let numbers = version.drop { !$0.isNumber }.prefix { $0.isNumber || $0 == "." }.split(separator: ".")
    major = numbers.first.flatMap { Int($0) } ?? 0
    minor = numbers.dropFirst().first.flatMap { Int($0) } ?? 0
  }

  private static func string(_ name: Int32) -> String {
    guard let text = glGetString(GLenum(name)) else { return "" }
    return String(cString: text)
  }
}
