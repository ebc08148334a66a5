public import Localization
import PosterScene
import Posters
public import Typography

/// What keeps a poster from being shown as it is meant, and what can be done about it.
public enum PosterFault: Hashable, Sendable {
  /// No installed font has some characters, which are boxes.
  case missingCharacters(MissingCharacters)
  /// The picture behind the poster is left out, for a reason.
  case unreadableBackground(String)
  /// Another picture on the poster is left out, for a reason.
  case unreadablePicture(String)

  /// Returns what is wrong with the pictures of a poster, as far as it is known from decoding them; nil where nothing is.
  package static func picture(of layout: PosterLayout, _ failures: PosterPictures.Failures) -> PosterFault? {
    if let error = failures.background, case .picture = layout.background {
      return .unreadableBackground("\(error.reason)")
    }
    if let error = failures.mark { return .unreadablePicture("\(error.reason)") }
    // What is no picture at all was never decoded.
    for case .unreadablePicture(let field, let reason) in layout.warnings {
      return field.hasPrefix("background") ? .unreadableBackground(reason) : .unreadablePicture(reason)
    }
    return nil
  }

  /// Creates the worst that is wrong with a poster; nil where nothing is.
  package init?(_ layout: PosterLayout, _ failures: PosterPictures.Failures) {
    if let fault = Self.picture(of: layout, failures) {
      self = fault
    } else if let characters = layout.missingCharacters {
      self = .missingCharacters(characters)
    } else {
      return nil
    }
  }

  /// What a person is told of the poster.
  public var message: Message {
    switch self {
    case .missingCharacters(let characters): characters.message
    case .unreadableBackground(let reason):
      Message("The picture behind this poster cannot be shown: {reason}", ["reason": reason])
    case .unreadablePicture(let reason):
      Message("A picture on this poster cannot be shown: {reason}", ["reason": reason])
    }
  }
}
