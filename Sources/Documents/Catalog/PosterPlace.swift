/// Where new posters go in the arranged order.
public enum PosterPlace: Hashable, Sendable {
  /// Before all others.
  case start
  /// After all others.
  case end
  /// Right behind a poster; at the end where that is gone.
  case after(PosterKey)
}
