import Files

/// Replaces a note by another one, whole or not at all, and returns what it was before.
func replace(noteAt path: String, by note: String) throws -> String? {
  let before = FileBytes.exists(path) ? try FileBytes.read(path, atMost: 1 << 20) : nil

  try AtomicFile.write(note, to: path)
  return before.map { String(decoding: $0, as: UTF8.self) }
}
