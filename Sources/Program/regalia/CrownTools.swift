import CrownBrowser
import PosterEditor

extension CrownPicker: CrownPicking {}
extension CrownDesigner: CrownDesigning {}

extension CrownTools {
  /// The controls of the window of crowns.
  static let browser = CrownTools(
    makePicker: { request in
      CrownPicker(
        source: .library(folders: request.folders), selected: request.selected, recent: request.recent,
        clipboard: request.clipboard, isImmediate: request.isImmediate, wake: request.wake)
    }, makeDesigner: { CrownDesigner(design: $0, surprises: $1) })
}
