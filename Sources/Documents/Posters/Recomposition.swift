import Geometry
public import Typography

extension Poster {
  /// Returns the poster on a page of another shape as `recomposed(width:height:)` does, without codes and pictures that
  /// cover more than on their own page.
  ///
  /// Those are moved to the nearest place where nothing else is, and made smaller if they have to be. Without such a place
  /// they stay.
  public func recomposed(width: Double, height: Double, typesetter: Typesetter) -> Poster {
    var result = recomposed(width: width, height: height)
    guard !elements.isEmpty, result.page != page else { return result }
    let cache = LetterCache()
    let before = PosterLayout(self, typesetter: typesetter, cache: cache)
    var now = PosterLayout(result, typesetter: typesetter, cache: cache)
    for index in before.elements.indices {
      let isFaulty = now.elements[index].fault != nil && before.elements[index].fault == nil
      let isCovering = now.coveredShare(by: index) > before.coveredShare(by: index) + Self.moreCovered
      if isFaulty || isCovering, result.moveToFreePlace(index, on: now) {
        now = PosterLayout(result, typesetter: typesetter, cache: cache)
      }
    }
    return result
  }

  /// The share of letters, crown and other pictures that a picture may cover more on a page of another shape.
  private static let moreCovered = 0.02

  /// Returns the poster on a page of another shape, such as a story or a wallpaper, which is laid out anew.
  ///
  /// The page keeps its area, so that letters stay about as large. Codes and pictures beside the crown keep their share of
  /// the page's shorter side, and are no nearer to the page's edges than before. `width` and `height` are in any unit, both
  /// greater than 0.
  public func recomposed(width: Double, height: Double) -> Poster {
    guard width > 0, height > 0, width.isFinite, height.isFinite else { return self }
    let area = page.width * page.height
    let aspect = width / height
    let side = (area / aspect).squareRoot()
    let range = Page.sides
    // Both sides change together, so that the shape is exact.
    let factor = min(
      max(1, range.lowerBound / side, range.lowerBound / (side * aspect)), range.upperBound / side,
      range.upperBound / (side * aspect))
    var result = self
    result.page = Page(width: side * aspect * factor, height: side * factor)
    let scale = min(result.page.width, result.page.height) / min(page.width, page.height)
    for index in elements.indices {
      let widths = Element.widths
      let center = elements[index].center
      result.elements[index].width = min(
        max(elements[index].width * page.width * scale / result.page.width, widths.lowerBound),
        widths.upperBound)
      result.elements[index].center.x = Self.place(center.x, page.width * scale / result.page.width)
      result.elements[index].center.y = Self.place(center.y, page.height * scale / result.page.height)
    }
    // Guides are places on the old page.
    result.guides = Guides()
    return result
  }

  /// Returns a place as a fraction of a side, moved away from the nearer end of a side on which things are `growth` times
  /// as large, at most to its middle.
  private static func place(_ fraction: Double, _ growth: Double) -> Double {
    let distance = min(fraction, 1 - fraction)
    let moved = max(distance, min(distance * growth, 0.5))
    return fraction <= 0.5 ? moved : 1 - moved
  }
}

extension PosterLayout {
  /// Returns the share of the boxes of lines, crown and other elements that an element covers, 0…1.
  fileprivate func coveredShare(by index: Int) -> Double {
    let boxes = boxes(without: index)
    func area(_ rect: Rect) -> Double { max(rect.width, 0) * max(rect.height, 0) }
    let covered = boxes.reduce(0) { sum, box in
      sum + (box.intersection(elements[index].frame).map(area) ?? 0)
    }
    return covered / max(boxes.map(area).reduce(0, +), 1e-9)
  }
}
