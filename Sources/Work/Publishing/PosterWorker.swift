import Posters
import Files

/// What one thread of a batch works with; its parts are made on the thread and never leave it.
package final class PosterWorker {
  package enum Result {
    case made([PosterWarning])
    case skipped
    /// What went wrong, to stand behind the number of the row.
    case failed(String)
  }

  private let filler: MergeFiller
  private let format: PosterExport.Format
  private let options: PosterExport.Options
  private let cacheDirectory: String?
  private var export: PosterExport?

  package init(
    _ template: MergeTemplate, format: PosterExport.Format, options: PosterExport.Options,
    cacheDirectory: String?
  ) {
    filler = MergeFiller(template)
    self.format = format
    self.options = options
    self.cacheDirectory = cacheDirectory
  }

  /// Makes the poster of a row.
  package func make(_ values: [String: String], at path: String, resumes: Bool) -> Result {
    // Files appear whole or not at all: one that is there is complete.
    if resumes, FileBytes.exists(path) { return .skipped }
    do {
      guard Folder.make(FilePath(path).folder.text, permissions: 0o777) else {
        return .failed(": \(path): its folder cannot be made")
      }
      let export = self.export ?? PosterExport(options: options, cacheDirectory: cacheDirectory)
      self.export = export
      let poster = try filler.poster(with: values)
      return .made(try export.write([poster], to: path, as: format))
    } catch let fault as MergeFiller.Fault where !fault.columns.isEmpty {
      return .failed(", \(fault)")
    } catch {
      return .failed(": \(error)")
    }
  }

  package func finish() { export = nil }
}
