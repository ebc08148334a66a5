import Colors
import Files
import Images
import Localization
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
    case broken(Message)
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
      return refusal(.broken(Message(error)))
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

  /// Describes the effect of dropping files in the gallery, judged by their names.
  static func proposal(_ paths: [String]) -> Message {
    let likely = paths.count { looksLikePoster(FilePath($0).name) }
    guard likely > 0 else { return doubt(paths) }
    guard paths.count == 1, let path = paths.first else {
      let others = paths.count - likely
      guard others > 0 else {
        return Message("Add {count} poster", plural: "Add {count} posters", count: likely)
      }
      return Message(
        "Add {likely} of {all} files. {count} does not look like a poster.",
        plural: "Add {likely} of {all} files. {count} do not look like posters.", count: others,
        ["likely": "\(likely)", "all": "\(paths.count)"])
    }
    let name = FilePath(path).name
    if looksLikePicture(name) {
      return Message("Add a new poster with “{name}” as its ground", ["name": name])
    }
    return looksLikeDrawing(name)
      ? Message("Add a new poster with “{name}” as its crown", ["name": name])
      : Message("Add “{name}” as a poster", ["name": name])
  }

  /// Describes files whose names do not suggest a poster; their contents decide when they are dropped.
  private static func doubt(_ paths: [String]) -> Message {
    guard paths.count == 1, let path = paths.first else {
      return Message(
        "{count} file does not look like a poster or a picture",
        plural: "None of the {count} files looks like a poster or a picture", count: paths.count)
    }
    return Message(
      "“{name}” does not look like a poster or a picture", ["name": FilePath(path).name])
  }

  /// Explains why files cannot be dropped on an open poster, and where they can.
  static func refusalOverPoster(_ paths: [String]) -> Message {
    guard paths.contains(where: { looksLikePoster(FilePath($0).name) }) else { return doubt(paths) }
    let names = QuotedNames(paths).message
    let isOne = paths.count == 1
    if isOne, paths.allSatisfy({ looksLikeDrawing(FilePath($0).name) }) {
      return Message(
        "{name} is a drawing. To use it as the crown, press Return to edit the poster and drop it there.",
        parts: ["name": names])
    }
    guard paths.allSatisfy({ looksLikePicture(FilePath($0).name) }) else {
      return Message("Go back to the gallery to add {names}", parts: ["names": names])
    }
    return isOne
      ? Message(
        "{name} is a picture. To use it as the ground, press Return to edit the poster and drop it there.",
        parts: ["name": names])
      : Message(
        "{names} are pictures. To use one as the ground, edit the poster and drop it there.",
        parts: ["names": names])
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
  var refusals: Message? {
    var reasons: [Reason] = []
    for entry in refused where !reasons.contains(entry.reason) { reasons.append(entry.reason) }
    let messages = reasons.map { reason in
      Self.message(reason, refused.filter { $0.reason == reason }.map(\.name))
    }
    return Message.joined(messages) { Message("{first}; {second}", parts: ["first": $0, "second": $1]) }
  }

  private static func message(_ reason: Reason, _ names: [String]) -> Message {
    let (count, list) = (names.count, QuotedNames(names).message)
    return switch reason {
    case .otherKind:
      Message(
        "{names} is neither a poster nor a picture", plural: "{names} are neither posters nor pictures",
        count: count, parts: ["names": list])
    case .folder:
      Message(
        "{names} is a folder", plural: "{names} are folders", count: count, parts: ["names": list])
    case .unreadable:
      Message(
        "{names} cannot be read", plural: "{names} cannot be read", count: count, parts: ["names": list])
    case .tooLong:
      Message(
        "{names} is too large", plural: "{names} are too large", count: count, parts: ["names": list])
    case .broken(let why):
      Message(
        "{names} is damaged ({reason})", plural: "{names} are damaged ({reason})", count: count,
        parts: ["names": list, "reason": why])
    }
  }
}
