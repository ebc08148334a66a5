import Controls
public import Geometry
import Scene
import Typography

/// Something that can be measured frame by frame, and recorded: its frames follow from their number and a seed alone.
public struct BenchScene: Sendable {
  public let name: String
  /// What it shows, in a few words.
  public let summary: String
  /// The size in points that it is measured at unless another is asked for.
  public let size: Size

  let make: @Sendable (BenchSetting) throws -> any BenchStage

  init(
    _ name: String, _ summary: String, size: Size,
    make: @escaping @Sendable (BenchSetting) throws -> any BenchStage
  ) {
    self.name = name
    self.summary = summary
    self.size = size
    self.make = make
  }

  /// All scenes that need nothing else, in the order in which they are listed.
  public static let all: [BenchScene] = planes + contents + gallery

  /// Returns the scene of a name, or nil.
  public static func named(_ name: String) -> BenchScene? { all.first { $0.name == name } }

  /// Returns the scene in which what a person once did is done again, in the picker or the clock.
  public static func script(_ script: InputScript, in window: BenchScriptWindow) -> BenchScene {
    BenchScene("script", "what a script does in the \(window.rawValue)", size: window.size) { setting in
      let content = { window.content(setting) }
      return ContentStage(setting, content: content, script: script)
    }
  }
}

/// A window in which a script can be played.
public enum BenchScriptWindow: String, CaseIterable, Sendable {
  case picker, clock

  var size: Size { self == .picker ? PickerSession.defaultSize : ClockSession.defaultSize }

  func content(_ setting: BenchSetting) -> any WindowContent {
    self == .picker ? BenchScene.picker(setting) : BenchScene.clock(setting)
  }
}
