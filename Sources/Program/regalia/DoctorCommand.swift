import Application
import ArgumentParser
import Bus
import Catalog
import Exchange
import Files
import GPU
import Geometry
import Glibc
import Terminal
import Text
import Typography
import Windowing

// Untranslated file: the report is for the maintainers of Regalia, who read English.

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: ProgramLanguage.localized(
      "Print details for a bug report: versions, display, graphics, fonts, folders."))

  func run() throws {
    try StandardOutput.print(ForeignText.printableLines(Doctor.report()))
  }
}

/// Details about the machine for a bug report.
enum Doctor {
  /// Returns the report, one fact per line; a missing component is reported instead of throwing.
  static func report(folders: UserFolders = UserFolders()) -> String {
    var lines = ["Regalia \(Version.text) (\(GraphicsContext.isDebugBuild ? "debug" : "release") build)"]
    lines += system()
    lines += display()
    lines += desktop()
    lines += offscreen()
    lines += fonts()
    lines += [
      section("Folders"),
      fact("cache", folders.cache ?? "none, because HOME is not set"),
      fact("state", folders.state ?? "none, because HOME is not set"),
      fact("library", LibraryPlace.own(in: folders) ?? "none, because HOME is not set"),
      fact("crowns", LibraryPlace.shipped ?? "not found; install Regalia anew"),
    ]
    return lines.joined(separator: "\n")
  }

  private static func section(_ name: String) -> String { "\n\(name)" }

  private static func fact(_ name: String, _ value: String) -> String {
    "  " + name + String(repeating: " ", count: max(1, 18 - name.count)) + value
  }

  private static func variable(_ name: String) -> String {
    fact(name, UserFolders.variable(name) ?? "not set")
  }

  private static func system() -> [String] {
    var names = utsname()
    uname(&names)
    let kernel = withUnsafeBytes(of: &names.release) { text($0) }
    let machine = withUnsafeBytes(of: &names.machine) { text($0) }
    return [
      section("System"),
      fact("kernel", "Linux \(kernel), \(machine)"),
      fact("distribution", distribution() ?? "unknown"),
      fact("GLFW", EventLoop.libraryVersion),
      fact("Pango", Typesetter.libraryVersion),
    ]
  }

  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  private static func distribution() -> String? {
    let lines = SmallFile(path: "/etc/os-release").text?.split(separator: "\n")
    let name = lines?.first { $0.hasPrefix("PRETTY_NAME=") }
    return name.map { $0.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" } }
  }

  private static func display() -> [String] {
    let lines = [section("Display")] + ["DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"].map(variable)
    do {
      let loop = try EventLoop()
      let profiles = MonitorProfiles.found()
      let monitors = loop.monitors.enumerated().flatMap { number, monitor in
        [
          fact(
            "monitor",
            "\(monitor.name), \(monitor.size.width)x\(monitor.size.height), scale \(monitor.scale), "
              + (monitor.refreshRate.map { "\($0) Hz" } ?? "refresh rate unknown")),
          fact("colour profile", MonitorColors.words(ofMonitor: number, named: monitor.name, profiles)),
        ]
      }
      var configuration = WindowConfiguration(title: "regalia doctor", size: Size(64, 64))
      configuration.isVisible = false
      let window = try Window(configuration, in: loop)
      let system = [
        section("Window"), fact("window system", loop.system.rawValue), fact("scale", "\(window.scale)"),
      ]
      return lines + monitors + system + describe(window.graphics)
    } catch {
      return lines + [fact("window", "none: \(error)")]
    }
  }

  /// Returns the preferences that the desktop's portal reports.
  private static func desktop() -> [String] {
    let found = DesktopSettings().preferences(waitingAtMost: 2)
    let none = "no preference"
    return [
      section("Desktop"),
      fact("session bus", DesktopSettings.hasSessionBus ? "found" : "none"),
      fact("appearance", found.isDark.map { $0 ? "dark" : "light" } ?? none),
      fact("reduced motion", found.reducesMotion.map { $0 ? "yes" : "no" } ?? none),
      fact("high contrast", found.hasHighContrast.map { $0 ? "yes" : "no" } ?? none),
      fact("text scale", found.textScale.map { "\($0)" } ?? none),
    ]
  }

  private static func offscreen() -> [String] {
    do {
      let offscreen = try OffscreenContext()
      return [section("Offscreen"), fact("platform", offscreen.platform)] + describe(offscreen.graphics)
    } catch {
      return [section("Offscreen"), fact("context", "none: \(error)")]
    }
  }

  private static func describe(_ context: GraphicsContext) -> [String] {
    let driver = context.driver
    let used = ["GL_KHR_debug", "GL_KHR_robustness", "GL_EXT_disjoint_timer_query"]
    return [
      fact("context", "\(driver.kind.rawValue), \(driver.version)"),
      fact("renderer", driver.renderer),
      fact("vendor", driver.vendor),
      fact("shading language", driver.shadingLanguage),
      fact("largest texture", "\(context.maximumTextureSize)"),
      fact("program binaries", context.supportsProgramBinaries ? "yes" : "no"),
    ] + used.map { fact($0.replacing("GL_", with: ""), context.extensions.contains($0) ? "yes" : "no") }
  }

  private static func fonts() -> [String] {
    let typesetter = Typesetter()
    let wanted = ["Inter", "Gillius ADF No2", "Cabin"]
    return [section("Fonts")]
      + wanted.map { family in
        let found = typesetter.resolvedFamily(for: Font(family: family, size: 13))
        return fact(family, found == family ? "found" : "missing, \(found ?? "nothing") is used instead")
      }
  }
}
