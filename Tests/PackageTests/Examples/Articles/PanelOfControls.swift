import Application
import Colors
import Controls
import Geometry
import Scene

/// A rectangle, and controls beside it that change its look.
final class RectanglePanel: Control {
  private let sample = Layer()
  private let form = Form(label: "Look")
  private var width = 120.0 { didSet { setNeedsUpdate() } }
  private var radius = 8.0 { didSet { setNeedsUpdate() } }
  private var isBlue = false { didSet { setNeedsUpdate() } }
  private var hasFrame = true { didSet { setNeedsUpdate() } }

  init(clipboard: Clipboard) {
    super.init(label: "Rectangle")
    let width = Slider(label: "Width", range: 20...200, value: self.width) { [weak self] value, _, _ in
      self?.width = value
    }
    let radius = NumberField(
      label: "Radius", range: 0...40, value: self.radius, unit: "pt", clipboard: clipboard
    ) { [weak self] value, _ in self?.radius = value }
    let color = SegmentedChoice(label: "Colour", choices: ["Red", "Blue"]) { [weak self] index, _ in
      self?.isBlue = index == 1
    }
    let frame = Toggle("Frame", isOn: true) { [weak self] isOn, _ in self?.hasFrame = isOn }
    form.show([
      Form.Section(
        title: "Rectangle",
        rows: [
          Form.Row(caption: "Width", controls: [width]), Form.Row(caption: "Radius", controls: [radius]),
          Form.Row(caption: "Colour", controls: [color]), Form.Row(controls: [frame]),
        ])
    ])
    layer.addSublayer(sample)
    addChild(form)
  }

  override func layOut(_ interface: Interface) {
    sample.frame = Rect(x: 0, y: 0, width: 240, height: bounds.height)
    form.frame = Rect(x: 240, y: 0, width: bounds.width - 240, height: bounds.height)
  }

  override func update(_ interface: Interface) {
    sample.removeSublayers()
    let box = Layer(frame: Rect(center: Point(120, bounds.midY), size: Size(width, 100)))
    box.backgroundColor = RGBA(hex: isBlue ? 0x2b6cb0 : 0xc8102e)
    box.cornerRadius = radius
    box.borderWidth = hasFrame ? 3 : 0
    box.borderColor = interface.theme.ink
    sample.addSublayer(box)
  }
}

/// Opens a window with the panel, and ends the program when it closes.
func showRectanglePanel() -> Never {
  WindowProgram.main("Rectangle", size: Size(520, 260)) { environment in
    ControlWindow(
      root: RectanglePanel(clipboard: environment.clipboard), interface: environment.interface,
      clipboard: environment.clipboard)
  }
}
