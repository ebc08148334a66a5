import ColorPicker
import Colors
import Controls
import CrownSupport
import Files
import Geometry
import Input
import Localization
import Posters
import Application
import Publishing
import Typography
import WindowSupport

@testable import PosterEditor

/// An editor of a poster.
final class EditorDriver: WindowDriver<PosterEditor> {
  var editor: PosterEditor { content }

  convenience init(
    _ poster: Poster = Poster(title: "Calm", lines: [Poster.Line("KEEP"), Poster.Line("CALM")]),
    size: Size = PosterEditor.defaultSize, scale: Double = 1, reducesMotion: Bool = false,
    language: Language = .english
  ) {
    self.init(
      EditedDocument(poster, home: .stream), size: size, scale: scale, reducesMotion: reducesMotion,
      language: language)
  }

  init(
    _ document: EditedDocument, size: Size = PosterEditor.defaultSize, scale: Double = 1,
    reducesMotion: Bool = false, folders: UserFolders = UserFolders { _ in nil },
    language: Language = .english
  ) {
    let environment = WindowEnvironment(
      offscreen: Typesetter(), appearance: .light, scale: scale, folders: folders, isScripted: true,
      language: language, colorPickers: .panels)
    environment.interface.reducesMotion = reducesMotion
    super.init(PosterEditor(document, environment, crowns: .browser), size: size, scale: scale)
    _ = editor.advance(to: 0.5)
  }

  var poster: Poster { editor.poster }
  var session: EditorSession { editor.open.session }
  var handle: CrownHandle { editor.open.panel.canvas.crownHandle }
  var panel: CrownPanel? { editor.open.crown.panel }
  /// The names of the steps that can be taken back, the last one first.
  var steps: [String] { session.draft.edited.history.done.reversed().map(\.name) }

  func control(_ label: String) -> Control? {
    func find(_ control: Control) -> Control? {
      // Captions are called like what they stand before.
      if control.label == label, !control.isHidden, control.accessibility.role != .text { return control }
      return control.children.lazy.compactMap(find).first
    }
    return panel.flatMap(find)
  }
}
