import Files
import Glibc
import Terminal
import Bus
import Localization

/// Prints through the desktop's own dialog if CUPS is not available.
///
/// `org.freedesktop.portal.Print`, version 1.
package enum PrintPortal {
  /// The result of printing.
  package enum Outcome: Hashable, Sendable {
    case sent
    case cancelled
    /// The print portal is missing, or it does not answer.
    case unavailable
  }

  /// Shows the dialog for a PDF and waits for the person's decision.
  package static func print(_ document: [UInt8], title: String) throws -> Outcome {
    // Untranslated: names of D-Bus.
    let request = PortalRequest(
      interface: "Print", method: "PreparePrint",
      arguments: [.string(""), .string(title), .options([:]), .options([:])])
    switch request.perform(token) {
    case .cancelled, .refused: return .cancelled
    case .unreadable:
      throw PosterPrinter.Failure(message: Message("the desktop's print dialog did not return a printer"))
    case .unavailable, .vanished: return .unavailable
    case .answered(let token): return try send(document, title: title, token: token)
    }
  }

  /// Reads the portal's token for the prepared job.
  static func token(in results: BusValue) -> UInt32? {
    if case .uint32(let token)? = results[key: "token"] { token } else { nil }
  }

  private static func send(_ document: [UInt8], title: String, token: UInt32) throws -> Outcome {
    let file = try ScratchFile()
    var rest = document[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file.descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else {
        throw PosterPrinter.Failure(message: Message("the page cannot be stored for the printer"))
      }
      rest = rest.dropFirst(count)
    }
    lseek(file.descriptor, 0, SEEK_SET)
    guard let bus = BusConnection.session() else { return .unavailable }
    let arguments: [BusValue] = [
      .string(""), .string(title), .handle(0), .options(["token": .uint32(token)]),
    ]
    // Untranslated: names of D-Bus.
    return bus.ask(Portal.target("Print"), "Print", arguments, files: [file.descriptor]) == nil
      ? .unavailable : .sent
  }
}
