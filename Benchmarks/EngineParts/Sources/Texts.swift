import Benchmark
import Text
import Typography

/// Measures setting a text and turning it into outlines or a mask.
func measureText() {
  let font = Font(size: 13)
  let typesetter = Typesetter()
  // A typesetter knows the text it set last; by turns, each has to be set anew.
  let labels = ["Keep calm and carry on", "Copy as CSS, HTML or hexadecimal"].map {
    TextSetting($0, font: font)
  }
  var turn = 0
  func next() -> TextSetting {
    turn += 1
    return labels[turn % labels.count]
  }
  measure("Text: line") { blackHole(typesetter.line(next().text, font: font).width) }
  measure("Text: outline of a line") { blackHole(typesetter.outline(of: next()).elements.count) }
  measure("Text: mask of a line at scale 2") {
    blackHole(typesetter.mask(of: next(), scale: 2).size)
  }
  let words = (0..<200).map { labels[$0 % 2].text.split(separator: " ")[$0 % 4] }.joined(separator: " ")
  let texts = [words, words + "."]
  measure("Text: paragraph of 200 words") {
    turn += 1
    blackHole(typesetter.paragraph(texts[turn % 2], font: font, width: 320).lines.count)
  }
}
