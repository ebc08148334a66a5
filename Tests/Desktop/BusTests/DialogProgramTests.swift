import Files
import Testing

@testable import Bus

@Suite struct DialogProgramTests {
  private func words(_ kind: DialogProgram.Kind, _ request: FileRequest) -> [String] {
    DialogProgram(kind: kind, path: "/usr/bin/\(kind.rawValue)").arguments(for: request)
  }

  @Test func `zenity is asked for what is wanted, where it begins, and under which name`() {
    let filters = [("Drawings", ["svg"])]

    #expect(
      words(.zenity, .init(.openSeveral, title: "Add crowns", filters: filters, folder: "/tmp"))
        == [
          "--file-selection", "--title=Add crowns", "--multiple", "--separator=\n", "--filename=/tmp/",
          "--file-filter=Drawings | *.svg *.SVG",
        ])
    #expect(
      words(.zenity, .init(.save(name: "a.svg"), title: "Save"))
        == ["--file-selection", "--title=Save", "--save", "--confirm-overwrite", "--filename=a.svg"])
    #expect(words(.zenity, .init(.folder, title: "Where")).contains("--directory"))
  }

  @Test func `kdialog is asked for the same`() {
    let request = FileRequest(
      .save(name: "a.svg"), title: "Save", filters: [("Drawings", ["svg"])], folder: "/tmp/")

    #expect(
      words(.kdialog, request) == [
        "--title", "Save", "--getsavefilename", "/tmp/a.svg", "*.svg *.SVG|Drawings",
      ])
    #expect(
      words(.kdialog, .init(.folder, title: "Where", folder: "/tmp")).suffix(2) == [
        "--getexistingdirectory", "/tmp/",
      ])
  }
}
