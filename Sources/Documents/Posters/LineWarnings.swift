import Geometry
import PlanarGeometry
import Text
import Typography

// The warnings of lines.
extension LineSetter {
  // MARK: Fonts

  /// Returns warnings of fonts that are missing, and of axes and features that fonts lack.
  func fontWarnings(of lines: [Line]) -> [PosterWarning] {
    var warnings: [PosterWarning] = []
    for line in lines {
      for missing in Set(line.setting.spans.compactMap(\.family)).sorted()
        .compactMap({ typesetter.missingFont(inFamilies: $0) })
      {
        warnings.append(.missingFont(missing, line: line.index))
      }
    }
    var known: Set<String> = []
    for line in lines where known.insert(line.font.family).inserted {
      guard let missing = typesetter.missingFont(inFamilies: line.font.family) else { continue }
      let isOwn = line.source.font != nil
      warnings.append(.missingFont(missing, line: isOwn ? line.index : nil))
      if !isOwn, let path = lettering.fontFile { warnings.append(.missingFontFile(path)) }
    }
    if lines.contains(where: { $0.source.font == nil }) {
      let font = Font(family: lettering.family, size: 1, weight: lettering.weight)
      warnings += settingWarnings(lettering.axes, lettering.features, of: font, in: "lettering")
    }
    for line in lines {
      let field = "lines[\(line.index)]"
      warnings += settingWarnings(line.source.axes, line.source.features, of: line.font, in: field)
      for (number, span) in line.source.spans.enumerated() {
        var font = line.font
        (font.family, font.weight) = (span.style.font ?? font.family, span.style.weight ?? font.weight)
        warnings += settingWarnings(
          span.style.axes, span.style.features, of: font, in: "\(field).spans[\(number)]")
      }
    }
    return warnings
  }

  /// Returns warnings of axes and features that a font lacks; `field` is the object of the document that they stand in.
  private func settingWarnings(
    _ axes: [String: Double], _ features: [String: Int], of font: Font, in field: String
  ) -> [PosterWarning] {
    guard !axes.isEmpty || !features.isEmpty, let face = typesetter.face(of: font) else { return [] }
    var warnings: [PosterWarning] = []
    for (tag, value) in axes.sorted(by: { $0.key < $1.key }) {
      if let axis = face.axis(tag) {
        guard !axis.range.contains(value) else { continue }
        warnings.append(.axisOutOfRange(axis, value: value, family: face.family, field: field))
      } else {
        warnings.append(.missingAxis(tag: tag, family: face.family, field: field))
      }
    }
    for (tag, value) in features.sorted(by: { $0.key < $1.key }) where value > 0 && !face.hasFeature(tag) {
      warnings.append(.missingFeature(tag: tag, family: face.family, field: field))
    }
    return warnings
  }

  // MARK: Characters

  /// Returns warnings of the characters of a line that cannot be shown or read.
  func textWarnings(of line: Line) -> [PosterWarning] {
    var warnings: [PosterWarning] = []
    let index = line.index
    var sized = line.setting
    sized.font.size = Self.size
    let full = typesetter.line(sized)
    if !full.missingCharacters.isEmpty {
      warnings.append(.missingCharacters(full.missingCharacters, line: index))
    }
    let unseen = typesetter.unseenCharacters(of: full.setting)
    if !unseen.isEmpty {
      warnings.append(
        .unseenCharacters(unseen.map(\.scalar), fonts: Set(unseen.map(\.family)).sorted(), line: index))
    }
    let family = typesetter.resolvedFamily(for: line.font) ?? line.font.family
    if typesetter.usesReplacement(for: full.setting) {
      warnings.append(.damagedFont(family: family, line: index))
    }
    let shapeless = shapelessCharacters(of: full.setting, except: unseen.map(\.scalar))
    if !shapeless.isEmpty {
      warnings.append(.shapelessCharacters(shapeless, family: family, line: index))
    }
    let filled = filledEmoji(of: full.setting)
    if !filled.isEmpty { warnings.append(.filledEmoji(filled, line: index)) }
    if full.isTruncated { warnings.append(.cutText(line: index)) }
    if line.source.fit == .width, line.fit != .width {
      warnings.append(.missingWidthAxis(line: index, family: family))
    }
    return warnings
  }

  /// Returns the letters and digits for which a font has only empty glyphs.
  private func shapelessCharacters(
    of setting: TextSetting, except others: [Unicode.Scalar]
  ) -> [Unicode.Scalar] {
    let characters = Array(setting.text)
    let glyphs = typesetter.glyphs(of: setting)
    let drawn = Set(glyphs.filter { !$0.outline.isEmpty }.map(\.character))
    var found: [Unicode.Scalar] = []
    for index in Set(glyphs.map(\.character)).subtracting(drawn).sorted()
    where characters.indices.contains(index) {
      guard let scalar = characters[index].unicodeScalars.first,
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil,
        !scalar.properties.isDefaultIgnorableCodePoint, !others.contains(scalar), !found.contains(scalar)
      else { continue }
      found.append(scalar)
    }
    return found
  }

  /// The share of the holes of an emoji that its stroke may fill.
  private static let mostFilled = 0.65
  /// The least area of holes that make an emoji readable, in em².
  private static let leastHoles = 0.005
  /// The share of an emoji's largest coloured layer from which on its outline in one ink is a mere silhouette.
  private static let silhouetteShare = 0.8

  /// Returns the emoji that cannot be recognised in one ink: the stroke fills the holes between their lines, or a font
  /// with coloured layers has only a silhouette for one ink.
  private func filledEmoji(of setting: TextSetting) -> [Unicode.Scalar] {
    let characters = Array(setting.text)
    guard characters.contains(where: \.isEmojiPicture) else { return [] }
    var colored = setting
    colored.font.keepsColors = true
    let layered = setting.font.keepsColors ? [] : typesetter.layeredGlyphs(of: colored)
    var filled: [Unicode.Scalar] = []
    for glyph in typesetter.glyphs(of: setting) {
      guard characters.indices.contains(glyph.character), characters[glyph.character].isEmojiPicture,
        let scalar = characters[glyph.character].unicodeScalars.first, !filled.contains(scalar),
        let letter = letter(glyph)
      else { continue }
      let layers = layered.first { $0.character == glyph.character }?.layers ?? []
      let largest = layers.map { abs($0.outline.signedArea) }.max() ?? 0
      let isSilhouette =
        Set(layers.map(\.color)).count > 1
        && abs(glyph.outline.signedArea) >= Self.silhouetteShare * largest
      let holes = inked(glyph.outline, stroke: 0).areaOfHoles
      let isFilled =
        holes > Self.leastHoles * Self.size * Self.size
        && letter.path.areaOfHoles < (1 - Self.mostFilled) * holes
      if isSilhouette || isFilled { filled.append(scalar) }
    }
    return filled
  }
}

extension Path {
  /// The area of the holes of a path without overlaps.
  fileprivate var areaOfHoles: Double {
    let areas = subpaths.map(\.signedArea)
    let isPositive = (areas.max { abs($0) < abs($1) } ?? 0) >= 0
    return areas.reduce(0) { $0 + (($1 >= 0) == isPositive ? 0 : abs($1)) }
  }
}

extension Character {
  /// Whether the character is a picture unless text asks for a sign.
  fileprivate var isEmojiPicture: Bool {
    unicodeScalars.first?.properties.isEmojiPresentation == true || unicodeScalars.contains("\u{FE0F}")
  }
}
