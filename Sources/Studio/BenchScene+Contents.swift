import Colors
import Controls
import Geometry
import Glibc
import Renderer
import Scene

extension BenchScene {
  static let planes = [
    plane("square-six", "a new hue's square each frame, by the program of its sector", nil),
    plane("square-single", "the same by one program without a branch", .single),
    plane("square-branching", "the same by one program with a chain of conditions", .branching),
    plane("square-cpu", "the same computed by the processor and uploaded", .processor),
    plane("fill", "one colour: what filling costs at least", .constant),
  ]

  private static func plane(_ name: String, _ summary: String, _ program: PlaneProgram?) -> BenchScene {
    BenchScene(name, summary, size: Size(1024, 1024)) { try PlaneStage($0, program) }
  }

  /// The scenes that are drawn from layers; those of further windows are added here.
  static let contents = [
    BenchScene("clock", "the flip clock, a flip each second", size: ClockSession.defaultSize) { setting in
      ContentStage(setting, content: { clock(setting) })
    },
    BenchScene("crowns-1000", "a thousand crowns that scroll", size: wall) { setting in
      let crowns = try CrownField.crowns()
      return ContentStage(setting, content: { CrownField(crowns) })
    },
    crowns(DemoScene.crowns), crowns(DemoScene.crownsZoom),
    BenchScene("layers-1000", "a thousand layers that turn and fade", size: wall) { setting in
      ContentStage(setting, content: { LayerField(count: 1000) })
    },
    BenchScene("picker-drag", "the picker while its loupe is dragged", size: PickerSession.defaultSize) {
      setting in
      let square = picker(setting).squareFrame
      return ContentStage(setting, content: { picker(setting) }, script: .drag(over: square, seconds: 10))
    },
  ]

  /// A scene of the crowns' browser.
  private static func crowns(_ scene: DemoScene) -> BenchScene {
    BenchScene(scene.name, scene.summary, size: scene.size) { setting in
      let crowns = try CrownLibraryShelf(folders: UserFolders { _ in nil })
      let content = {
        CrownBrowserSession.demonstration(setting.typesetter, scale: setting.scale, crowns: crowns)
      }
      return ContentStage(setting, content: content, script: scene.script(for: content()))
    }
  }

  private static let wall = Size(1280, 800)

  static func clock(_ setting: BenchSetting) -> ClockFace {
    let first = ClockObservation(
      time: 0, wall: ClockInstant(second: 36_600, fraction: 0), elapsed: ClockInstant(second: 0, fraction: 0))
    let work = Clockwork(
      mode: .timeOfDay, settings: ClockSettings(), start: nil, rate: 1, observe: { first },
      zoneOffset: { _ in 0 })
    let face = ClockFace(work: work, typesetter: setting.typesetter, scale: setting.scale)
    face.layOut(size: setting.size, scale: setting.scale)
    face.start(at: 0)
    return face
  }

  static func picker(_ setting: BenchSetting) -> PickerPanel {
    let panel = PickerPanel(
      options: .init(color: RGBA(hex: 0x336699), hasAlpha: false, format: .hex, recentColors: []),
      interface: Interface(typesetter: setting.typesetter, theme: Theme(.light), scale: setting.scale),
      clipboard: .local())
    panel.layOut(size: setting.size, scale: setting.scale)
    return panel
  }
}

extension InputScript {
  /// A press in the middle of an area and a drag round it in a figure that does not soon repeat itself.
  static func drag(over area: Rect, seconds: Double) -> InputScript {
    func place(_ time: Double) -> Point {
      Point(
        area.center.x + 0.45 * area.width * sin(time * 4.3),
        area.center.y + 0.45 * area.height * sin(time * 6.7))
    }
    let count = Int(seconds / BenchRun.timeStep)
    let moves = (1..<count).map { index in
      let time = Double(index) * BenchRun.timeStep
      return Step(time: time, action: .input(.pointerMoved(place(time), [])))
    }
    let end = Double(count) * BenchRun.timeStep
    return InputScript(
      [Step(time: 0, action: .input(.pointerDown(area.center, .left, clicks: 1, [])))] + moves
        + [Step(time: end, action: .input(.pointerUp(place(end), .left, [])))])
  }
}
