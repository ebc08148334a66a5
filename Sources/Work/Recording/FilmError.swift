/// Why a recording cannot be made.
public enum FilmError: Error, Hashable, CustomStringConvertible {
  /// A folder that holds something already.
  case folderInUse(String)
  /// A place for pictures that is no folder.
  case notAFolder(String)
  /// ffmpeg, which writes the format, is not installed.
  case ffmpegMissing(FilmFormat)
  /// The words of ffmpeg when it could not write a file.
  case notWritten(path: String, words: String)

  public var description: String {
    switch self {
    case .folderInUse(let path):
      "\(path): the folder is not empty; name another, or replace the frames in it with --force"
    case .notAFolder(let path):
      "\(path): is no folder; frames go into one, and names of films end in "
        + FilmFormat.files.map { ".\($0.rawValue)" }.joined(separator: ", ")
    case .ffmpegMissing(let format):
      "a .\(format.rawValue) is written by ffmpeg, which is not in the search path; install the package ffmpeg, "
        + "or record into a folder"
    case .notWritten(let path, let words): "\(path): cannot be written: \(words)"
    }
  }
}
