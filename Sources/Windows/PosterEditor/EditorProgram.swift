import Controls
import Geometry
public import Application
public import Publishing

extension WindowProgram where Content == PosterEditor {
  /// Returns the editor of one poster, which `open` reads; the window saves changes automatically.
  public static func posterEditor(
    settings: WindowSettings, crowns: CrownTools? = nil, open: @escaping () throws -> EditedDocument
  ) -> WindowProgram {
    var settings = settings
    // The ink is checked in the pause after a script.
    settings.settlingTime = 0.5
    return WindowProgram(settings) { environment in
      PosterEditor(try open(), environment, crowns: crowns)
    }
  }
}
