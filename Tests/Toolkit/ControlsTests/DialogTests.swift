import Geometry
import Input
import Scene
import Testing
import Typography

@testable import Controls

@Suite struct DialogTests {
  private let sentence = "Three crowns are not saved; what was changed since this morning would be lost."

  private func dialogs() -> [Control] {
    let progress = ProgressPanel("Exporting 1,200 posters as PDF for a press") {}
    progress.show(0.4, "480 of 1200")
    let answers = ["Cancel", "Discard the changes", "Save and close"].map {
      QuestionPanel.Answer($0, isDefault: $0.hasPrefix("Save"))
    }
    return [
      progress, QuestionPanel("Close the window?", sentence, answers: answers),
      NamePanel(
        "New album of favourites", name: "", button: "Make", language: .english, clipboard: Clipboard.local()
      ) { _ in },
    ]
  }

  @Test(arguments: [Size(240, 320), Size(440, 320), Size(1280, 800)])
  func `nothing is cut off or overlaps, however narrow the window`(size: Size) throws {
    for dialog in dialogs() {
      let driver = HostDriver(size: size, [])
      driver.host.showDialog(dialog)
      driver.wait(1)

      let bounds = Rect(origin: .zero, size: dialog.frame.size)
      let lines = texts(of: dialog.layer)
      var frames = dialog.children.map(\.frame)
      for line in lines {
        #expect(line.text.maximumWidth == nil, "\(line.text.text)")
        frames.append(line.frame)
      }
      #expect(frames.allSatisfy { bounds.contains($0) && !$0.isEmpty }, "\(dialog.label)")
      for (index, frame) in frames.enumerated() {
        let rest = frames[(index + 1)...]
        #expect(rest.allSatisfy { $0.intersection(frame)?.isEmpty ?? true }, "\(dialog.label)")
      }
    }
  }

  @Test func `what is said is all there, and told to assistive tools`() throws {
    let question = dialogs()[1]
    let driver = HostDriver(size: Size(240, 320), [])
    driver.host.showDialog(question)
    driver.wait(1)

    let words = texts(of: question.layer).map(\.text.text).joined(separator: " ")
    #expect(words == "Close the window? " + sentence)
    let told = try #require(driver.described.all.first { $0.role == .dialog })
    #expect(told.label == "Close the window?" && told.value == sentence)
  }

  /// The lines that a dialog shows itself, in its own coordinates.
  private func texts(of layer: Layer) -> [(frame: Rect, text: TextContents)] {
    layer.sublayers.first?.sublayers.compactMap { line in
      if case .text(let text) = line.contents { (line.frame, text) } else { nil }
    } ?? []
  }
}
