public import Localization
import PosterScene
import Posters
public import Typography

/// A reason why a poster is not shown as intended, and the remedy.
public enum PosterFault: Hashable, Sendable {
  /// Characters that no installed font has, shown as boxes.
  case missingCharacters(MissingCharacters)
  /// The background picture is omitted, for this reason.
  case unreadableBackground(Message)
  /// Another picture of the poster is omitted, for this reason.
  case unreadablePicture(Message)

  /// Returns the fault of a poster's pictures that decoding has found, or nil.
  package static func picture(of layout: PosterLayout, _ failures: PosterPictures.Failures) -> PosterFault? {
    if let error = failures.background, case .picture = layout.background {
      return .unreadableBackground(error.reason.message)
    }
    if let error = failures.mark { return .unreadablePicture(error.reason.message) }
    // Data that is not a picture was never decoded.
    for case .unreadablePicture(let field, let reason) in layout.warnings {
      return field.hasPrefix("background") ? .unreadableBackground(reason) : .unreadablePicture(reason)
    }
    return nil
  }

  /// Creates the most serious fault of a poster; nil if it has none.
  package init?(_ layout: PosterLayout, _ failures: PosterPictures.Failures) {
    if let fault = Self.picture(of: layout, failures) {
      self = fault
    } else if let characters = layout.missingCharacters {
      self = .missingCharacters(characters)
    } else {
      return nil
    }
  }

  /// The description for a person.
  public var message: Message {
    switch self {
    case .missingCharacters(let characters): characters.message
    case .unreadableBackground(let reason):
      Message("The picture behind this poster cannot be shown: {reason}", parts: ["reason": reason])
    case .unreadablePicture(let reason):
      Message("A picture on this poster cannot be shown: {reason}", parts: ["reason": reason])
    }
  }
}
