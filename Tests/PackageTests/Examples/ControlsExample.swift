import Controls
import Geometry
import Input
import Typography

/// Returns what a slider is set to by a press in its middle, as a person or a script does it.
func pressedSlider() -> Double {
  let slider = Slider(label: "Size", range: 0...100) { _, _, _ in }
  slider.frame = Rect(x: 0, y: 0, width: 200, height: 32)
  let interface = Interface(typesetter: Typesetter(), theme: Theme(.light), scale: 1)

  let host = ControlHost(root: slider, interface: interface)
  host.layOut(size: Size(200, 32))
  host.handle(.pointerDown(Point(100, 16), .left, clicks: 1, []), at: 0)
  host.handle(.pointerUp(Point(100, 16), .left, []), at: 0.1)
  return slider.value
}
