extension CrownDesign {
  private var width: Double {
    switch spread {
    case .straight: 390
    case .open: 440
    case .wide: 490
    }
  }

  func papalTiara() -> PapalTiara {
    PapalTiara(
      form: form, points: points, leaf: Ornament.of(finial), circlet: circlet, isGored: cap == .gored,
      top: Ornament.of(top ?? .crossPattee), height: 860 * (0.4 + 0.6 * height), spread: spread)
  }

  func mitre() -> Mitre {
    Mitre(
      form: form, points: points, leaf: Ornament.of(finial), circlet: circlet,
      charge: Ornament.of(top ?? .crossPattee), height: 700 * (0.3 + 0.7 * height), flare: flare * 0.8)
  }

  func headdress() -> Headdress {
    Headdress(
      form: form, points: points, finial: Ornament.of(finial), circlet: circlet,
      height: (family == .tiara ? 290 : 190) * height, flare: flare + 0.1,
      radius: family == .tiara ? 440 : 310)
  }

  func kokoshnik() -> Kokoshnik {
    Kokoshnik(
      form: form, points: points, edge: Ornament.of(finial), centre: Ornament.of(between ?? .rose),
      circlet: circlet, height: 560 * (0.3 + 0.7 * height), width: width)
  }

  func chessCrown() -> ChessCrown {
    ChessCrown(
      form: form, isKing: family == .chessKing, points: points, ball: Ornament.of(finial), circlet: circlet,
      top: Ornament.of(top ?? .crossPattee), height: height, flare: flare)
  }
}
