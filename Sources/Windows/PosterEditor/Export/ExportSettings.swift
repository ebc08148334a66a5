import ColorManagement
import Files
import Posters
import Publishing
import Text

/// How a poster is written as a file; what was chosen last is remembered.
struct ExportSettings: Hashable {
  var format = PosterExport.Format.pdf
  /// The width of a picture in pixels; its height follows the page.
  var pixels = 2000.0
  /// Whether pictures and drawings, which are for screens, end at the page's edge, whatever its bleed.
  var leavesOutBleed = false
  var hasMarks = false
  var outlines = false
  /// Whether a PDF is made for a press, as PDF/X-4.
  var isForPress = false
  /// The name of the press's profile; nil is the usual one of those that are installed.
  var press: String?
  /// The folder in which files are written.
  var folder = ExportPlace.folder

  init() {}

  /// The widths that can be chosen, in pixels.
  static let widths = 16.0...30_000.0

  /// Whether colours become those of a press.
  var hasPress: Bool { isForPress && format == .pdf }

  /// Returns how a poster is written, for the press too, whose profile is looked for: this takes a while.
  func wholeOptions() throws -> PosterExport.Options {
    var options = self.options
    if hasPress { options.press = try InstalledProfiles().profile(named: press) }
    return options
  }

  var options: PosterExport.Options {
    var options = PosterExport.Options()
    if leavesOutBleed, format != .pdf { options.bleed = 0 }
    options.hasMarks = hasMarks && format == .pdf
    options.outlines = outlines
    options.pixels = .wide(Int(pixels))
    return options
  }

  // MARK: Memory

  private static func file(_ folders: UserFolders) -> SmallFile? {
    folders.state.map { SmallFile(path: $0 + "/export.json") }
  }

  /// Reads what was chosen last.
  init(rememberedIn folders: UserFolders) {
    self.init()
    guard let text = Self.file(folders)?.text, let value = try? JSONValue(Array(text.utf8)),
      case .object(let members) = value
    else { return }
    for member in members {
      switch (member.name, member.value) {
      case ("format", .string(let name)): format = PosterExport.Format(rawValue: name) ?? format
      case ("pixels", .number(let text)):
        pixels = Double(text).flatMap { Self.widths.contains($0) ? $0 : nil } ?? pixels
      case ("withoutBleed", .bool(let flag)): leavesOutBleed = flag
      case ("marks", .bool(let flag)): hasMarks = flag
      case ("outlines", .bool(let flag)): outlines = flag
      case ("press", .bool(let flag)): isForPress = flag
      case ("profile", .string(let name)) where !name.isEmpty: press = name
      case ("folder", .string(let path)) where path.hasPrefix("/"): folder = path
      default: break
      }
    }
  }

  func remember(in folders: UserFolders) {
    let value = JSONValue.object([
      JSONMember("format", .string(format.rawValue)), JSONMember("pixels", .number(pixels)),
      JSONMember("withoutBleed", .bool(leavesOutBleed)), JSONMember("marks", .bool(hasMarks)),
      JSONMember("outlines", .bool(outlines)), JSONMember("press", .bool(isForPress)),
      JSONMember("profile", .string(press ?? "")), JSONMember("folder", .string(folder)),
    ])
    _ = Self.file(folders)?.write(value.text)
  }
}
