import Colors
import Files
import Images
import Posters
import Publishing
import Application

/// The posters made from dropped files: documents unchanged, pictures as backgrounds, drawings as crowns.
struct DroppedPosters {
  private(set) var posters: [Poster] = []
  private var refused: [(reason: Reason, name: String)] = []

  /// The reason why a file cannot become a poster.
  private enum Reason: Hashable {
    case otherKind
    case folder
    case unreadable
    case tooLong
    /// It is recognised as a poster or a picture, but damaged.
    case broken(String)
  }

  /// Reads files; the posters of pictures and drawings are new and in a language.
  init(_ paths: [String], language: String? = nil, by decoder: any PictureDecoder = DirectDecoder()) {
    for path in paths {
      let name = FilePath(path).name
      switch Self.poster(path, named: name, language, by: decoder) {
      case .success(let poster): posters.append(poster)
      case .failure(let refusal): refused.append((refusal.reason, name))
      }
    }
  }

  private struct Refusal: Error {
    let reason: Reason
  }

  private static func poster(
    _ path: String, named name: String, _ language: String?, by decoder: any PictureDecoder
  ) -> Result<Poster, Refusal> {
    func refusal(_ reason: Reason) -> Result<Poster, Refusal> { .failure(Refusal(reason: reason)) }
    let bytes: [UInt8]
    do {
      bytes = try FileBytes.read(path, atMost: max(Poster.longestDocument, PosterSources.longestFile))
    } catch {
      switch error.reason {
      case .folder: return refusal(.folder)
      case .tooLong: return refusal(.tooLong)
      default: return refusal(.unreadable)
      }
    }
    do {
      if let kind = PictureKind(firstBytes: bytes) {
        guard [.png, .jpeg, .webp].contains(kind) else { return refusal(.otherKind) }
        var poster = try PicturePoster(picture: bytes, title: title(of: name), by: decoder).poster
        poster.language = language
        return .success(poster)
      }
      // Leading white space says nothing about the type.
      switch bytes.first(where: { $0 > 0x20 && !(0xBB...0xFF).contains($0) }) {
      case UInt8(ascii: "{"), UInt8(ascii: "["): return .success(try Poster(json: bytes))
      case UInt8(ascii: "<"): return .success(try crowned(bytes, named: name, language, by: decoder))
      default: return refusal(.otherKind)
      }
    } catch {
      return refusal(.broken("\(error)"))
    }
  }

  /// Returns the standard poster with a drawing as its crown.
  private static func crowned(
    _ drawing: [UInt8], named name: String, _ language: String?, by decoder: any PictureDecoder
  ) throws -> Poster {
    var poster = try PosterTemplate.named("calm")?.poster(language: language) ?? Poster()
    poster.emblem = try PosterSources.emblem(drawing, named: name, by: decoder)
    poster.title = title(of: name)
    return poster
  }

  /// Returns a file's name without its extension, with spaces between words.
  private static func title(of name: String) -> String {
    String(FilePath(name).stem.map { $0 == "_" ? " " : $0 })
  }

  // MARK: Messages

  /// Describes the effect of dropping files on the wall, judged by their names.
  static func proposal(_ paths: [String]) -> String {
    let likely = paths.count { looksLikePoster(FilePath($0).name) }
    guard likely > 0 else { return doubt(paths) }
    guard paths.count == 1, let path = paths.first else {
      let others = paths.count - likely
      return others == 0
        ? "Hang \(likely) posters"
        : "Hang \(likely) of \(paths.count) files; \(others == 1 ? "one does not look like a poster" : "\(others) do not look like posters")"
    }
    let name = FilePath(path).name
    if looksLikePicture(name) { return "Hang a new poster with “\(name)” as its ground" }
    return looksLikeDrawing(name)
      ? "Hang a new poster with “\(name)” as its crown" : "Hang “\(name)” as a poster"
  }

  /// Describes files whose names do not suggest a poster; their contents decide when they are dropped.
  private static func doubt(_ paths: [String]) -> String {
    guard paths.count == 1, let path = paths.first else {
      return "None of the \(paths.count) files looks like a poster or a picture"
    }
    return "“\(FilePath(path).name)” does not look like a poster or a picture"
  }

  /// Explains why files cannot be dropped on an open poster, and where they can.
  static func refusalOverPoster(_ paths: [String]) -> String {
    guard paths.contains(where: { looksLikePoster(FilePath($0).name) }) else { return doubt(paths) }
    let names = QuotedNames(paths)
    let isOne = paths.count == 1
    if isOne, paths.allSatisfy({ looksLikeDrawing(FilePath($0).name) }) {
      return "\(names) is a drawing; press Return to edit the poster and drop it there to use it as crown"
    }
    guard paths.allSatisfy({ looksLikePicture(FilePath($0).name) }) else {
      return "Go back to the wall to hang \(names)"
    }
    return isOne
      ? "\(names) is a picture; press Return to edit the poster and drop it there to use it as ground"
      : "\(names) are pictures; edit the poster and drop one there to use it as ground"
  }

  private static func looksLikePoster(_ name: String) -> Bool {
    looksLikePicture(name) || looksLikeDrawing(name) || FilePath(name).ending == "json"
  }

  private static func looksLikeDrawing(_ name: String) -> Bool { FilePath(name).ending == "svg" }

  private static func looksLikePicture(_ name: String) -> Bool {
    let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return Bitmap.fileEndings.contains(ending)
  }

  /// The refused files by name, and the reasons; nil if no file was refused.
  var refusals: String? {
    var reasons: [Reason] = []
    for entry in refused where !reasons.contains(entry.reason) { reasons.append(entry.reason) }
    guard !reasons.isEmpty else { return nil }
    return reasons.map { reason in
      let names = refused.filter { $0.reason == reason }.map(\.name)
      return "\(QuotedNames(names)) \(Self.words(reason, isOne: names.count == 1))"
    }.joined(separator: "; ")
  }

  private static func words(_ reason: Reason, isOne: Bool) -> String {
    switch reason {
    case .otherKind:
      isOne ? "is neither a poster nor a picture" : "are neither posters nor pictures"
    case .folder: isOne ? "is a folder" : "are folders"
    case .unreadable: "cannot be read"
    case .tooLong: isOne ? "is too large" : "are too large"
    case .broken(let why): isOne ? "is damaged (\(why))" : "are damaged (\(why))"
    }
  }
}
