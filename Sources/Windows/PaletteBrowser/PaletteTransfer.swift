import Application
import Workers
import Colors
import Controls
import Files
import Images
import Localization
import Palettes

/// Receives the results of a transfer.
protocol PaletteTransferDelegate: AnyObject {
  /// The host of the window's controls.
  var host: ControlHost? { get }
  /// Files were read.
  func take(_ files: PaletteFiles)
  /// A picture was opened for picking colours.
  func show(_ picture: Bitmap, named name: String)
  /// Shows a notice to the person.
  func say(_ words: String, _ action: Notice.Action?)
}

/// Imports palettes from files and pictures, and exports them; slow work runs on another thread.
final class PaletteTransfer {
  weak var delegate: (any PaletteTransferDelegate)?
  private let worker: Worker<Void>
  private let mail: Mailbox<Mail>
  private let language: Language
  private let decoder: any PictureDecoder
  private let makeFiles: (PaletteTransfer) -> FileDialogs
  private lazy var files = makeFiles(self)

  /// A message from the other thread.
  private enum Mail: Sendable {
    case read(PaletteFiles)
    case picture(Bitmap, name: String)
    case fault(String)
  }

  init(_ environment: WindowEnvironment) {
    decoder = environment.pictures
    language = environment.interface.language
    mail = Mailbox(wake: environment.wake)
    worker = Worker(name: "palettes", in: environment.work)
    makeFiles = { transfer in
      FileDialogs(environment) { [unowned transfer] in transfer.delegate?.host }
    }
  }

  /// Asks for palettes and pictures, and reads them.
  func chooseFiles() {
    let endings = PaletteFormat.allCases.flatMap(\.endings) + Bitmap.fileEndings
    let request = FileRequest(
      .openSeveral, title: language.localized("Import palettes"),
      filters: [(language.localized("Palettes and pictures"), endings)])
    files.ask(request) { [unowned self] in read($0) }
  }

  /// Asks for a picture for picking colours.
  func choosePicture() {
    let request = FileRequest(
      .open, title: language.localized("Take colours from a picture"),
      filters: [(language.localized("Pictures"), Bitmap.fileEndings)])
    files.ask(request) { [unowned self] paths in
      worker.run { [mail, language, decoder] _ in
        do {
          mail.send(
            .picture(
              try Bitmap(contentsOf: paths[0], fitting: Bitmap.largestShown, by: decoder),
              name: FilePath(paths[0]).name))
        } catch {
          mail.send(
            .fault(
              language.localized(
                "No colours can be taken from it: {reason}", parts: ["reason": Message(error)])))
        }
      }
    }
  }

  /// Reads palettes and pictures.
  func read(_ paths: [String]) {
    worker.run { [mail, decoder] in mail.send(.read(PaletteFiles(paths, by: decoder))) }
  }

  /// Asks for a file, and writes a palette to it.
  func export(_ palette: Palette, as format: PaletteFormat) {
    let name = FileName.safe(palette.name) + "." + format.endings[0]
    let request = FileRequest(
      .save(name: name), title: language.localized("Export palette"),
      filters: [(format.title, format.endings)])
    files.ask(request) { [unowned self] in write(palette, as: format, to: $0[0]) }
  }

  private func write(_ palette: Palette, as format: PaletteFormat, to path: String) {
    do {
      try AtomicFile.write(format.bytes(of: palette), to: path)
      let losses = format.losses(of: palette, listing: 3)
      let file = FileBytes.name(of: path)
      say(
        losses.isEmpty
          ? language.localized("“{name}” was written to {file}.", ["name": palette.name, "file": file])
          : language.localized(
            "“{name}” was written to {file}. Not kept: {losses}.",
            [
              "name": palette.name, "file": file,
              "losses": losses.map { language.localized($0) }.joined(separator: ", "),
            ]))
    } catch {
      say(language.localized("The palette was not written: {reason}", parts: ["reason": Message(error)]))
    }
  }

  /// Handles messages from the other thread and the desktop.
  func receiveMail() {
    for message in mail.takeAll() {
      switch message {
      case .read(let files): delegate?.take(files)
      case .picture(let picture, let name): delegate?.show(picture, named: name)
      case .fault(let words): say(words)
      }
    }
    files.receiveMail()
  }

  private func say(_ words: String) { delegate?.say(words, nil) }
}
