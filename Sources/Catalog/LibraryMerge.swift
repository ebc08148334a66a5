/// What came into a library from another.
public struct LibraryMerge: Hashable, Sendable {
  /// How many crowns came into the library.
  public var addedCrowns: Int
  /// How many crowns were in it already.
  public var presentCrowns: Int
  /// How many posters came into the library.
  public var addedPosters: Int
  /// How many posters were in it already.
  public var presentPosters: Int

  /// Creates the sums of a merge.
  public init(addedCrowns: Int = 0, presentCrowns: Int = 0, addedPosters: Int = 0, presentPosters: Int = 0) {
    self.addedCrowns = addedCrowns
    self.presentCrowns = presentCrowns
    self.addedPosters = addedPosters
    self.presentPosters = presentPosters
  }
}
