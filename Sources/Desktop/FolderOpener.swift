import Background

/// Opens files and folders with what the desktop has for them.
public enum FolderOpener {
  private static let worker = Worker<Void>(name: "open")

  /// Opens a file or folder beside the frame loop; `fail` is told at once where nothing can.
  public static func open(_ path: String, fail: (String) -> Void) {
    guard let program = ChildProgram.find("xdg-open") else {
      return fail("The program xdg-open is missing; look into \(path)")
    }
    worker.run { _ = try? ChildProgram.output(of: program, [path]) }
  }
}
