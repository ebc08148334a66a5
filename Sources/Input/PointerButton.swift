/// The buttons of a mouse and their like; the raw values are what scripts call them.
public enum PointerButton: String, Hashable, Sendable, CaseIterable {
  case left
  case right
  case middle
  case back
  case forward
}
