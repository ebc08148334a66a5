import Application
import ColorPicker
import Colors
import Controls
import Geometry

// The picker is a control. Here it fills a window; it can also be part of a popover or a panel.
WindowProgram.main("Pick an ink", size: Size(396, 640)) { environment in
  let panel = PickerPanel(
    options: .init(color: RGBA(hex: 0xc8102e), hasAlpha: true), interface: environment.interface,
    clipboard: environment.clipboard)
  let window = ControlWindow(
    root: panel, interface: environment.interface, clipboard: environment.clipboard)
  panel.onChange = { color, _ in print(Color(color).text(as: .hex)) }
  panel.onFinish = { _ in window.isFinished = true }
  return window
}
