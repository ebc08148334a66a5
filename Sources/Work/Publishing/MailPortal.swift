import Bus
import Files
import Glibc
import Localization
import Terminal

/// Attaches files to a new message in the person's mail program.
///
/// `org.freedesktop.portal.Email`, version 1; where it is missing, the program xdg-email.
package enum MailPortal {
  /// The mail program cannot be opened; with what to do.
  package struct Failure: LocalizableError {
    package let message: Message

    init(_ message: Message) { self.message = message }

    /// The error of more files than a message takes.
    package static var tooMany: Failure {
      Failure(
        Message("a message takes up to {most} files; send fewer at once", ["most": "\(mostFiles)"]))
    }
  }

  /// The maximum number of attachments: a message on the bus carries no more open files.
  package static let mostFiles = 16

  /// Returns what was sent, in a sentence.
  package static func summary(of paths: [String]) -> Message {
    Message(
      "Attached {file} to a new message", plural: "Attached {count} files to a new message",
      count: paths.count, ["file": ExportPlace.short(paths.first ?? "")])
  }

  /// Opens a message with a subject and files, which must stay where they are until it is sent.
  ///
  /// Returns without waiting for the person.
  package static func compose(_ paths: [String], subject: String) throws(Failure) {
    guard paths.count <= mostFiles else { throw .tooMany }
    var files: [Int32] = []
    defer { for file in files { close(file) } }
    for path in paths {
      let file = open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { throw Failure(Message("{path} is not there any more", ["path": path])) }
      files.append(file)
    }
    let handles = BusValue.array(of: "h", files.indices.map { .handle(Int32($0)) })
    let call: [BusValue] = [
      .string(""), .options(["subject": .string(subject), "attachment_fds": handles]),
    ]
    // Untranslated: the name of an interface.
    if let bus = BusConnection.session(),
      bus.ask(Portal.target("Email"), "ComposeEmail", call, files: files) != nil
    {
      return
    }
    guard let program = ChildProgram.find("xdg-email") else {
      throw Failure(
        Message(
          "no mail program takes files: install xdg-desktop-portal with a mail program, or attach {path} by hand",
          ["path": paths.first ?? ""]))
    }
    do {
      _ = try ChildProgram.output(of: program, ["--subject", subject] + paths.flatMap { ["--attach", $0] })
    } catch {
      throw Failure(
        Message("the mail program did not take the files; attach {path} by hand", ["path": paths.first ?? ""])
      )
    }
  }
}
