import Files
import GPU
import Scene

/// The texts of fills that watch files, as they were last read.
package struct WatchedTexts {
  /// The result of reading the files again.
  package struct Change {
    /// Whether a fill looks different now.
    package fileprivate(set) var isVisible = false
    /// The errors in new texts that are not used.
    package fileprivate(set) var errors: [any Error] = []
  }

  /// The text of a file and the fills that use it.
  private struct Watched {
    /// The last text that compiled.
    var text: String
    /// The text that was last read.
    var latest: String
    /// The fills that were drawn, one for each program that the text is part of.
    var uses: [(fill: ShaderFill, isUpright: Bool)]
  }

  private var files: [String: Watched] = [:]

  /// Whether no fill watches a file.
  var isEmpty: Bool { files.isEmpty }

  /// Returns the fill with the text in use, and watches its file from now on.
  mutating func current(_ fill: ShaderFill, isUpright: Bool) -> ShaderFill {
    guard let file = fill.file, GraphicsContext.isDebugBuild else { return fill }
    var watched = files[file] ?? Watched(text: fill.text, latest: fill.text, uses: [])
    if !watched.uses.contains(where: { $0.isUpright == isUpright && $0.fill.declares(fill.inputs) }) {
      watched.uses.append((fill, isUpright))
      files[file] = watched
    }
    return fill.with(text: watched.text)
  }

  /// Reads the files again; a text is used from now on if `build` does not throw for any fill that uses it.
  ///
  /// A file that cannot be read counts as unchanged: many editors replace a file in two steps.
  mutating func reread(_ build: (_ fill: ShaderFill, _ isUpright: Bool) throws -> Void) -> Change {
    var change = Change()
    for (file, watched) in files {
      guard let bytes = try? FileBytes.read(file, atMost: 1 << 20), !bytes.isEmpty else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      guard text != watched.latest else { continue }
      files[file]?.latest = text
      do {
        for use in watched.uses { try build(use.fill.with(text: text), use.isUpright) }
        files[file]?.text = text
        change.isVisible = change.isVisible || text != watched.text
      } catch {
        change.errors.append(error)
      }
    }
    return change
  }
}

extension ShaderFill {
  /// Returns whether the inputs have the names and types of other ones.
  func declares(_ others: [Input]) -> Bool {
    inputs.count == others.count
      && zip(inputs, others).allSatisfy { $0.name == $1.name && $0.value.typeName == $1.value.typeName }
  }
}
