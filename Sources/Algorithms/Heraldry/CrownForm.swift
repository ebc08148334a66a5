/// A shape within a family of crowns.
public enum CrownForm: String, Hashable, Sendable, CaseIterable {
  /// The family's usual shape.
  case classic
  /// Peaks with straight sides.
  case straight
  /// Peaks with concave sides.
  case hollow
  /// Peaks with rounded sides, like leaves.
  case leafed
  /// Peaks with sides that curve in and out.
  case ogee
  /// Two branches that rise from their binding.
  case branches
  /// A garland around the head.
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
  /// A plate in the shape of a playing card's spade.
  case spade
  /// Steps: battlements on a wall, or lobes around a plate.
  case stepped
  /// Lobes; for a mitre, the two horns of the imperial one.
  case lobed
  /// A dome that is fuller than the usual tiara.
  case cup
  /// Only the contour, as a stroke.
  case outlined
  /// Peaks on a tilted crown.
  case tilted
  /// An upright crescent.
  case stephane
}
