import Background

/// Finds the palettes that a picker offers, beside the frame loop, once its window shows something: a library takes about as
/// long to open as the window does.
final class PaletteLoader {
  private let worker: Worker<Void>
  private let mail: Mailbox<[PickerPalette]>
  private let read: @Sendable () -> [PickerPalette]

  /// How far the window has come.
  private enum State {
    case opening, shown, asked
  }

  private var state = State.opening

  /// With `isImmediate` they are there once they have been asked for.
  init(
    isImmediate: Bool, wake: @escaping @Sendable () -> Void, read: @escaping @Sendable () -> [PickerPalette]
  ) {
    worker = Worker(name: "palettes", isImmediate: isImmediate)
    mail = Mailbox(wake: wake)
    self.read = read
  }

  /// Takes note that a frame is about to be drawn, and asks for the palettes before the second one; returns whether another
  /// frame is needed for that.
  func frameComes() -> Bool {
    switch state {
    case .opening: state = .shown
    case .shown:
      state = .asked
      worker.run { [mail, read] in mail.send(read()) }
    case .asked: break
    }
    return state == .shown
  }

  /// Returns the palettes once, when they have been found.
  func take() -> [PickerPalette]? { mail.takeAll().last }
}
