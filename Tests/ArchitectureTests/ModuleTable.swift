/// Which module may import which. What the table does not name, nobody may import.
enum ModuleTable {
  private static let values: Set = ["Geometry", "Files", "Text", "Colors"]
  private static let algorithms: Set = [
    "Motion", "VectorArt", "Heraldry", "Tessellation", "Typography", "Images", "Statistics",
  ]
  private static let documents: Set = ["Posters", "Catalog"]
  private static let drawing: Set = [
    "Background", "Input", "Scene", "GPU", "Windowing", "Renderer", "Typography", "Controls",
  ]
  /// What every window may use.
  private static let window: Set = [
    "Background", "Input", "Motion", "Scene", "Typography", "Controls", "Desktop", "Studio",
  ]

  /// The modules of ours that each module of ours may import.
  private static let ours: [String: Set<String>] = [
    "Background": [],
    "Geometry": [],
    "PlanarGeometry": ["Geometry"],
    "Files": [],
    "Text": ["Geometry"],
    "Colors": ["Geometry", "Text"],
    "Input": ["Geometry"],
    "Motion": values,
    "VectorArt": values.union(["PlanarGeometry"]),
    "Heraldry": ["Geometry", "Text", "PlanarGeometry"],
    "Tessellation": ["Geometry", "PlanarGeometry"],
    "Typography": ["Geometry", "Text"],
    "Images": ["Geometry", "Colors", "Files"],
    "Statistics": ["Text", "Geometry", "Motion"],
    "GPU": ["Geometry", "Files"],
    "Windowing": ["Geometry", "Input", "GPU"],
    "Shaders": [],
    "Scene": values.union(["Motion"]),
    "Renderer": values.union(["Scene", "Tessellation", "GPU", "Shaders", "Typography", "Images"]),
    "Posters": values.union(["VectorArt", "PlanarGeometry", "Typography", "Images"]),
    "Catalog": values.union(["VectorArt", "Posters", "Background"]),
    "Controls": values.union(algorithms).union(documents).union(["Scene", "Input"]),
    "Desktop": values.union(["Background", "Controls", "Posters"]),
    "Accessibility": ["Controls", "Scene"],
    "Studio": values.union(drawing).union(["Catalog", "Images", "Desktop", "Accessibility"]),
    "Publishing": values.union(algorithms).union(documents).union(drawing).union(["Desktop", "Studio"]),
    "Recording": values.union(drawing).union(["Images", "Desktop", "Studio"]),
    "Benchmarking": values.union(algorithms).union(drawing).union(["Desktop", "Studio"]),
    "ColorPicker": values.union(window),
    "FlipClock": values.union(window).union(["Images"]),
    "CrownBrowser": values.union(window).union(documents).union(["Heraldry", "VectorArt", "ColorPicker"]),
    "PosterEditor": values.union(window).union(documents)
      .union(["Heraldry", "Images", "Publishing", "ColorPicker", "CrownBrowser"]),
    "PosterGallery": values.union(window).union(documents)
      .union(["VectorArt", "Heraldry", "Images", "Publishing", "ColorPicker", "PosterEditor"]),
    "regalia": values.union(algorithms).union(documents)
      .union([
        "Scene", "Controls", "ColorPicker", "FlipClock", "CrownBrowser", "PosterGallery", "PosterEditor",
        "Desktop", "Studio",
        "Publishing", "Recording", "Benchmarking", "AllocationCounter",
      ]),
    "AllocationCounter": [],
  ]

  /// The modules that wrap each library of the system or of another package.
  private static let owners: [String: Set<String>] = [
    "CEpoxy": ["GPU", "Windowing"],
    "CGLFW": ["Windowing"],
    "CPango": ["Typography", "Posters"],
    "CPixbuf": ["Images"],
    "CZlib": ["Images"],
    "CExpat": ["Text"],
    "CQPDF": ["Posters"],
    "CGIO": ["Desktop", "Accessibility"],
    "CATK": ["Desktop", "Accessibility"],
    "GRDB": ["Catalog"],
    "CSQLite": ["Catalog"],
    "ArgumentParser": ["regalia"],
  ]

  private static let toolchain: Set = ["Glibc", "Synchronization"]
  private static let foundation: Set = ["Foundation", "FoundationEssentials", "Dispatch"]
  private static let withoutFoundation: Set = [
    "Background", "Geometry", "PlanarGeometry", "Files", "Text", "Colors", "Motion", "Tessellation", "Scene",
    "Shaders",
    "Input",
  ]

  /// Returns the modules of ours that a module may import, or nil when it is not in the table.
  static func modules(allowedIn module: String) -> Set<String>? {
    ours[module]
  }

  /// Returns everything that a module may import, or nil when it is not in the table.
  static func everything(allowedIn module: String) -> Set<String>? {
    guard let own = ours[module] else { return nil }
    let libraries = owners.filter { $0.value.contains(module) }.keys
    return own.union(libraries).union(toolchain).union(withoutFoundation.contains(module) ? [] : foundation)
  }

  /// Returns what is wrong with the imports of a file, a sentence each.
  static func faults(in source: String, file: String, of module: String) -> [String] {
    guard let allowed = everything(allowedIn: module) else {
      return ["\(file): the module \(module) is not in the table"]
    }
    return ImportStatement.all(in: source).flatMap { statement in
      var faults: [String] = []
      let place = "\(file):\(statement.line)"
      if !allowed.contains(statement.module) {
        faults.append("\(place): \(module) may not import \(statement.module)")
      }
      // Both would let in, through another module, what the table keeps out.
      for modifier in ["@testable", "@_exported"] where statement.modifiers.contains(modifier) {
        faults.append("\(place): \(modifier) has no place outside tests")
      }
      return faults
    }
  }
}
