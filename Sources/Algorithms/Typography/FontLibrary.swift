import CPango
import Synchronization

/// The font files that this process uses beside the installed fonts.
public enum FontLibrary {
  private struct State {
    var files: [String] = []
    /// The number of changes, by which typesetters notice new fonts.
    var revision = 0
  }

  private static let state = Mutex(State())

  /// The number of changes so far.
  static var revision: Int { state.withLock { $0.revision } }

  /// Adds font files for all typesetters, present and future; files that are no fonts are ignored.
  ///
  /// Reads the configuration of fonts once more, which takes some ten milliseconds.
  public static func add(_ paths: [String]) {
    state.withLock { state in
      let new = paths.filter { !state.files.contains($0) }
      guard !new.isEmpty else { return }
      state.files += new
      // A configuration that other threads use must not change, so that a new one takes its place.
      guard let config = FcInitLoadConfigAndFonts() else { return }
      for path in state.files { FcConfigAppFontAddFile(config, path) }
      FcConfigSetCurrent(config)
      FcConfigDestroy(config)
      state.revision += 1
    }
  }
}
