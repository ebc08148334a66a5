public import Localization
import Workers
public import Colors
import Files
import Glibc
import Bus

/// Picks a colour anywhere on the screen: with the desktop's portal, otherwise on X11 with our own magnifier.
public final class ScreenColor: Sendable {
  /// The result of picking.
  public enum Answer: Hashable, Sendable {
    /// The picked colour.
    case color(RGBA)
    /// The person cancelled.
    case cancelled
    /// The reason why this screen has no colour picker.
    case unavailable(Message)
  }

  private let worker = Worker(name: "eyedropper")

  /// Creates an eyedropper, with its own thread for waiting.
  public init() {}

  /// Lets the person pick; `answer` is called once, on another thread.
  public func pick(_ answer: @escaping @Sendable (Answer) -> Void) {
    worker.run { answer(Self.picked()) }
  }

  /// Lets the person pick, and waits.
  public static func picked() -> Answer {
    // Untranslated: a name in D-Bus.
    let request = PortalRequest(interface: "Screenshot", method: "PickColor")
    let reason: Message
    switch request.perform(color) {
    case .answered(let color): return .color(color)
    case .cancelled: return .cancelled
    case .refused: reason = Message("the desktop portal refused to pick a colour")
    case .unreadable: reason = Message("the desktop portal did not answer with a colour")
    case .vanished: reason = Message("the desktop portal stopped before it returned a colour")
    case .unavailable: reason = Message("the desktop has no portal that picks colours")
    }
    let hasWayland = UserFolders.variable("WAYLAND_DISPLAY") != nil
    if hasWayland {
      return .unavailable(
        Message("{reason}, and Wayland does not let programs read the screen", parts: ["reason": reason]))
    }
    guard UserFolders.variable("DISPLAY") != nil else {
      return .unavailable(Message("{reason}, and there is no display", parts: ["reason": reason]))
    }
    do throws(ScreenMagnifier.Failure) {
      let magnifier = try ScreenMagnifier()
      return try magnifier.pick().map { .color($0) } ?? .cancelled
    } catch {
      return .unavailable(error.reason)
    }
  }

  /// Reads `color`, three numbers from 0 to 1.
  static func color(in results: BusValue) -> RGBA? {
    guard let color = results[key: "color"], color.signature == "(ddd)" else { return nil }
    let channels = color.elements.compactMap(\.number)
    // Rounding may exceed the range slightly; other values are invalid.
    guard channels.allSatisfy({ (-0.01...1.01).contains($0) }) else { return nil }
    return RGBA(red: channels[0], green: channels[1], blue: channels[2]).clipped
  }
}
