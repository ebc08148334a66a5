import CrownBrowser
public import PosterEditor

extension CrownPicker: CrownPicking {}
extension CrownDesigner: CrownDesigning {}

extension CrownTools {
  /// The controls of the window of crowns, as the program hands them in.
  public static let browser = CrownTools(
    makePicker: { request in
      CrownPicker(
        source: .library(folders: request.folders), selected: request.selected, recent: request.recent,
        clipboard: request.clipboard, work: request.work)
    }, makeDesigner: { CrownDesigner(design: $0, surprises: $1) })
}
