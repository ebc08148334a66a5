import Controls
import Geometry
import Localization

/// Printing: the printers are looked for first, and their answer says again which posters are meant.
final class PrintCommands: CommandFamily {
  let session: GallerySession

  init(_ session: GallerySession) { self.session = session }

  /// Looks for printers; the posters are printed on the one that is chosen then.
  func print() {
    let ids = session.chosen
    guard !ids.isEmpty else { return session.say(language.localized("Select the posters to print first")) }
    session.dataSource.findPrinters(for: ids)
  }

  /// Lets a person choose among the printers that were found for posters.
  func choosePrinter(among names: [String], for ids: [PosterCard.ID]) {
    guard !ids.isEmpty, let host = session.window?.host else { return }
    let heading = session.sentence(about: ids) {
      Message("Print “{name}” on", ["name": $0])
    } _: {
      Message("Print {count} poster on", plural: "Print {count} posters on", count: $0)
    }
    let printers = names.map { name in
      Command("gallery.print.\(name)", name) { [unowned self] _ in session.dataSource.print(ids, on: name) }
    }
    host.showMenu(
      Menu([.heading(heading)] + printers.map(Menu.Item.command)),
      at: Point(host.size.width / 2 - 90, PosterBar.height))
  }

  /// Lets the desktop's own panel print, where there is no CUPS to be asked.
  func printThroughDesktop(_ ids: [PosterCard.ID]) {
    guard !ids.isEmpty else { return }
    session.say(language.localized("The desktop’s print panel opens"))
    session.dataSource.printThroughDesktop(ids)
  }

  var printChosen: Command {
    command("print", language.localized("Print"), [.control("p")]) { me, _ in me.print() }
  }
}
