import Controls
import Geometry
import Input
import Typography

/// Returns the value of a slider after a press in its middle, by a person or a script.
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
