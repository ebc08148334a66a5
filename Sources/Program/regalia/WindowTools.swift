import CrownBrowser
import PosterEditor
import PosterGallery

extension CrownPicker: CrownPicking {}
extension CrownDesigner: CrownDesigning {}

extension CrownTools {
  /// The controls of the crowns window.
  static let browser = CrownTools(
    makePicker: { request in
      CrownPicker(
        source: .library(folders: request.folders), selected: request.selected, recent: request.recent,
        clipboard: request.clipboard, work: request.work, language: ProgramLanguage.language)
    },
    makeDesigner: {
      CrownDesigner(design: $0, surprises: $1, language: ProgramLanguage.language)
    })
}

extension OpenPoster: PosterEditing {}

extension PosterEditors {
  /// The editor that opens in the gallery, with the controls of the crowns window.
  static let withCrowns = PosterEditors { document, environment, back in
    OpenPoster(document, environment, crowns: .browser, back: back)
  }
}
