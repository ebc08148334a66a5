import Workers

/// Reads the palettes that a picker offers, beside the frame loop: a library takes about as long to open as the window does.
final class PaletteLoader {
  private let worker: Worker<Void>
  private let mail: Mailbox<[PickerPalette]>

  /// Begins to read.
  init(work: WorkGroup, read: @escaping @Sendable () -> [PickerPalette]) {
    worker = Worker(name: "palettes", in: work)
    mail = Mailbox(wake: work.wake)
    worker.run { [mail] in mail.send(read()) }
  }

  /// Returns the palettes once, when they have been read.
  func take() -> [PickerPalette]? { mail.takeAll().last }
}
