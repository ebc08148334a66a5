import Files
public import Localization
import Workers
import Glibc
import Terminal

/// Opens files and folders with the desktop's programs for them.
public enum FolderOpener {
  private static let worker = Worker<Void>(name: "open")

  /// Opens a file or folder without blocking the frame loop; calls `fail` at once if no program can open it.
  public static func open(_ path: String, failing fail: (Message) -> Void) {
    guard let program = ChildProgram.find("xdg-open") else {
      return fail(Message("The program xdg-open is missing. The folder is {path}", ["path": path]))
    }
    worker.run { _ = try? ChildProgram.output(of: program, [path]) }
  }

  /// Opens a file and waits until its program has been started: with `xdg-open`, otherwise with the portal
  /// (`org.freedesktop.portal.OpenURI`).
  ///
  /// - Throws: An error if no program opens the file.
  package static func openAndWait(_ path: String) throws(NoViewer) {
    if let program = ChildProgram.find("xdg-open"), (try? ChildProgram.output(of: program, [path])) != nil {
      return
    }
    guard let bus = BusConnection.session(), askPortal("OpenFile", path, bus) else {
      throw NoViewer(path: path)
    }
  }

  /// Opens a file without blocking the frame loop; calls `fail` on any thread if no program opens it.
  package static func openInBackground(_ path: String, failing fail: @escaping @Sendable (Message) -> Void) {
    worker.run {
      do throws(NoViewer) { try openAndWait(path) } catch { fail(error.message) }
    }
  }

  /// Shows a file in its folder without blocking the frame loop; calls `fail` on any thread if nothing can show it.
  ///
  /// The portal (`org.freedesktop.portal.OpenURI`, version 3) and file managers select the file; other programs show
  /// the folder.
  public static func show(_ path: String, failing fail: @escaping @Sendable (Message) -> Void) {
    worker.run {
      if let bus = BusConnection.session(),
        askPortal("OpenDirectory", path, bus) || showInFileManager(path, bus)
      {
        return
      }
      guard let program = ChildProgram.find("xdg-open") else {
        return fail(Message("The program xdg-open is missing. The file is {path}", ["path": path]))
      }
      do {
        _ = try ChildProgram.output(of: program, [FilePath(path).folder.text])
      } catch {
        fail(Message("No program can show the folder. The file is {path}", ["path": path]))
      }
    }
  }

  /// Asks the portal to open a file, or the folder of a file, by one of its methods; returns whether it does.
  private static func askPortal(_ method: String, _ path: String, _ bus: BusConnection) -> Bool {
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    let call: [BusValue] = [.string(""), .handle(0), .options([:])]
    return bus.ask(Portal.target("OpenURI"), method, call, files: [file]) != nil
  }

  /// A file that no program of the desktop opens.
  package struct NoViewer: LocalizableError {
    /// The file.
    package let path: String

    package var message: Message {
      Message(
        "No program of the desktop opens {path}; install a web browser, or open it by hand", ["path": path])
    }
  }

  private static func showInFileManager(_ path: String, _ bus: BusConnection) -> Bool {
    let manager = BusConnection.Target(
      "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1", "org.freedesktop.FileManager1")
    let files = BusValue.array(of: "s", [.string(FileURI.uri(of: path))])
    return bus.ask(manager, "ShowItems", [files, .string("")]) != nil
  }
}
