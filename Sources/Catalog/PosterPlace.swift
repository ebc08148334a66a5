/// Where new posters go in the arranged order.
public enum PosterPlace: Hashable, Sendable {
  case start
  case end
  /// Right behind a poster; at the end where that is gone.
  case after(PosterKey)
}
