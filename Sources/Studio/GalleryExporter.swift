import Catalog
import Controls
import Foundation

/// Writes posters as files beside the frame loop.
final class GalleryExporter: Sendable {
  private let folder: String?
  private let folders: UserFolders
  private let queue = DispatchQueue(label: "export")

  init(folder: String?, folders: UserFolders) {
    self.folder = folder
    self.folders = folders
  }

  func export(
    _ keys: [PosterKey], as kind: ExportKind, from library: Library, _ say: @escaping @Sendable (String) -> Void
  ) {
    say("Cannot export yet")
  }
}
