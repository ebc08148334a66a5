import CrownSupport
import PosterEditor
import PosterGallery

extension OpenPoster: PosterEditing {}

extension PosterEditors {
  /// The editor with the controls for crowns, as the program hands it in.
  static let withCrowns = PosterEditors { document, environment, back in
    OpenPoster(document, environment, crowns: .browser, back: back)
  }
}
