/// What came into a library from another.
public struct LibraryMerge: Hashable, Sendable {
  public var addedCrowns: Int
  public var presentCrowns: Int
  public var addedPosters: Int
  public var presentPosters: Int

  public init(addedCrowns: Int = 0, presentCrowns: Int = 0, addedPosters: Int = 0, presentPosters: Int = 0) {
    self.addedCrowns = addedCrowns
    self.presentCrowns = presentCrowns
    self.addedPosters = addedPosters
    self.presentPosters = presentPosters
  }
}
