import Glibc

/// Where a user's files belong, by the XDG base directory specification.
public struct UserFolders: Hashable, Sendable {
  /// For data that can be made again at any time, or nil without a home.
  public var cache: String?
  /// For data that should survive the program but is not worth keeping with documents.
  public var state: String?
  /// For settings.
  public var config: String?
  /// For documents and libraries that a person wants to keep.
  public var data: String?
  /// Where pictures are saved, not a folder of ours alone.
  public var pictures: String?

  /// Reads the folders of a program from the environment; relative paths are ignored, as the specification says.
  public init(program: String = "regalia", environment: (String) -> String? = UserFolders.variable) {
    func folder(_ variable: String, _ fallback: String) -> String? {
      if let path = environment(variable), path.hasPrefix("/") { return path + "/" + program }
      guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
      return home + "/" + fallback + "/" + program
    }
    cache = folder("XDG_CACHE_HOME", ".cache")
    state = folder("XDG_STATE_HOME", ".local/state")
    config = folder("XDG_CONFIG_HOME", ".config")
    data = folder("XDG_DATA_HOME", ".local/share")
    pictures = Self.pictures(environment)
  }

  /// Without all that is kept from one visit to the next; only the cache is there.
  public var withoutMemory: UserFolders {
    var folders = self
    (folders.state, folders.config, folders.data, folders.pictures) = (nil, nil, nil, nil)
    return folders
  }

  /// Where programs go that the graphics driver has compiled, or nil without a home.
  public var programCache: String? { cache.map { $0 + "/programs" } }

  /// Where X11 keeps what it has read of the sequences of keys that compose letters, or nil without a home.
  package var composeCache: String? { cache.map { $0 + "/compose" } }

  /// The folder of pictures as `user-dirs.dirs` names it, or else the one that is usual.
  private static func pictures(_ environment: (String) -> String?) -> String? {
    guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
    let config = environment("XDG_CONFIG_HOME") ?? home + "/.config"
    let lines = SmallFile(path: config + "/user-dirs.dirs").text?.split(separator: "\n") ?? []
    for line in lines where line.hasPrefix("XDG_PICTURES_DIR=\"") {
      let path = line.dropFirst(18).prefix { $0 != "\"" }.replacing("$HOME", with: home)
      if path.hasPrefix("/") { return String(path) }
    }
    // Untranslated: the name of a folder.
    return home + "/Pictures"
  }

  /// Returns a variable of the program's environment.
  public static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
