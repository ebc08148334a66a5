extension CrownDesign {
  /// Returns the crown drawn; equal designs give equal drawings.
  public func drawing() -> CrownDrawing {
    switch family {
    case .civic, .laurel, .harvest, .floral: isGarlandFlat ? wreath().drawing() : garlandCrown().drawing()
    case .papal: papalTiara().drawing()
    case .mitre: mitre().drawing()
    case .tiara: headdress().tiara()
    case .diadem: headdress().diadem()
    case .kokoshnik: kokoshnik().drawing()
    case .chessKing, .chessQueen: chessCrown().drawing()
    default: ringCrown().drawing()
    }
  }
}
