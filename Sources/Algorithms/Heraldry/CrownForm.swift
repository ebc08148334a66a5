/// Which of a family's shapes a crown has.
public enum CrownForm: String, Hashable, Sendable, CaseIterable {
  /// The family's usual shape, where others are departures from it.
  case classic
  /// Peaks with straight sides.
  case straight
  /// Peaks with hollow sides.
  case hollow
  /// Peaks with rounded sides, like leaves.
  case leafed
  /// Peaks with sides that swing in and out.
  case ogee
  /// Two branches that rise from where they are bound.
  case branches
  /// A garland round the head.
  case garland
  /// A closed ring, seen from the front.
  case chaplet
  /// Pointed loops, side by side.
  case loops
  /// Scrolls that roll inward, side by side.
  case scrolls
  /// A row of upright spikes.
  case fan
  /// Crossed bars.
  case lattice
  /// A round plate.
  case halo
  /// Sides that meet in a point.
  case pointed
  /// A plate shaped like the spade of playing cards.
  case spade
  /// Steps: battlements on a wall, or lobes round a plate.
  case stepped
  /// Lobes; of a mitre, the two horns of emperors.
  case lobed
  /// A dome that is fuller than the usual tiara.
  case cup
  /// The contour alone, drawn with a pen.
  case outlined
  /// Peaks on a crown that leans over.
  case tilted
  /// An upright crescent.
  case stephane
}
