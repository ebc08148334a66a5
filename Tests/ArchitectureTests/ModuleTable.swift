import Foundation

/// Which module may import which: modules of ours as ARCHITECTURE.md prints them, libraries as they are listed here.
enum ModuleTable {
  /// A row of the table of modules in ARCHITECTURE.md.
  struct Row {
    let name: String
    let sentence: String
    let uses: Set<String>
  }

  /// The page that prints the modules; empty where it is missing.
  private static let page = Checkout.files.first { $0.path == "ARCHITECTURE.md" }?.text ?? ""

  /// The rows of the table; those without three cells are left out.
  static let rows: [Row] = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.compactMap { line in
    let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    guard cells.count == 3 else { return nil }
    return Row(
      name: cells[0].trimmingCharacters(in: ["`"]), sentence: cells[1],
      uses: Set(cells[2].components(separatedBy: ", ")).subtracting(["–"]))
  }

  /// The files that “Where to look” names for each module, without their ending.
  static let places: [(module: String, files: [String])] = {
    let list = page.components(separatedBy: "\n## ").first { $0.hasPrefix("Where to look\n") } ?? ""
    return list.components(separatedBy: "\n- **").dropFirst().map { entry in
      let lines = entry.components(separatedBy: "\n\n")[0]
      return (
        String(lines.prefix { $0 != "*" }), lines.matches(of: #/`([A-Z]\w*(?:\+\w+)?)`/#).map { String($0.1) }
      )
    }
  }()

  /// The modules on each floor of the house, the lowest floor first.
  static let floors: [[String]] = {
    let names = Set(rows.map(\.name))
    let drawing = page.split(separator: "```").dropFirst().first ?? ""
    let lines = drawing.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    // Behind the modules stands what they are for.
    return lines.map { Array($0.dropFirst().prefix(while: names.contains)) }.filter { !$0.isEmpty }.reversed()
  }()

  /// How many modules the longest chain has, as the page says; nil where it does not.
  static let chainLength = page.firstMatch(
    of: #/longest chain of modules.*?\bhas (\d+)/#.dotMatchesNewlines()
  )
  .flatMap { Int($0.1) }

  /// Returns the longest chain of modules in which each uses the next; of several the first by name.
  static func longestChain(_ uses: [String: [String]]) -> [String] {
    var known: [String: [String]] = [:]
    func chain(from name: String) -> [String] {
      if let found = known[name] { return found }
      let next = (uses[name] ?? []).filter { uses[$0] != nil }.sorted().map(chain(from:))
      let found = [name] + longest(next)
      known[name] = found
      return found
    }
    func longest(_ chains: [[String]]) -> [String] {
      chains.reduce([]) { $1.count > $0.count ? $1 : $0 }
    }
    return longest(uses.keys.sorted().map(chain(from:)))
  }

  /// The modules that wrap each library of the system or of another package.
  private static let owners: [String: Set<String>] = [
    "CEpoxy": ["GPU", "Windowing"],
    "CGLFW": ["Windowing"],
    "CWayland": ["Windowing"],
    "CPango": ["Typography", "Posters"],
    "CPNG": ["Images"], "CJPEG": ["Images"], "CTIFF": ["Images"], "CWebP": ["Images"], "CAVIF": ["Images"],
    "CZlib": ["Images"], "CSandbox": ["Terminal"],
    "CExpat": ["Text"],
    "CArchive": ["Palettes"], "CLCMS2": ["ColorManagement"], "CQPDF": ["Posters"],
    "CZint": ["Posters"],
    "CGIO": ["Bus"], "CXCB": ["Exchange"],
    "CSQLite": ["Catalog"], "CGLib": ["Catalog"],
    "ArgumentParser": ["regalia"],
  ]

  private static let toolchain: Set = ["Glibc", "Synchronization"]
  /// The whole of Foundation would bring ICU's data of all languages into the program, half of its size.
  private static let foundation: Set = ["FoundationEssentials", "Dispatch"]
  private static let withoutFoundation: Set = [
    "Workers", "Geometry", "PlanarGeometry", "Files", "Text", "Colors", "Motion", "Tessellation", "Scene",
    "Shaders", "Localization",
    "Input",
  ]

  private static let uses = Dictionary(rows.map { ($0.name, $0.uses) }) { first, _ in first }

  /// Returns the modules of ours that a module may import, or nil when it is not in the table.
  static func modules(allowedIn module: String) -> Set<String>? { uses[module] }

  /// Returns everything that a module may import, or nil when it is not in the table.
  static func everything(allowedIn module: String) -> Set<String>? {
    guard let own = uses[module] else { return nil }
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
