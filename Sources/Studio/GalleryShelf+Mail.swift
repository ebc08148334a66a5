import Catalog
import Controls
import PosterGallery
import Scene

/// What comes from other threads.
extension GalleryShelf {
  /// Takes in what other threads have delivered; returns whether more waits for the next frame.
  @discardableResult
  func drain() -> Bool {
    for letter in mail.takeAll() {
      switch letter {
      case .keys(let result, let generation): if generation == self.generation { take(result) }
      case .changed: reload()
      case .lost(let error):
        watch = nil
        fail("\(error)")
      case .notice(let words): notices.append(words)
      }
    }
    let (deliveries, isMore) = workshop.takeDeliveries(within: isPatient ? .max : Self.frameBudget)
    for delivery in deliveries { take(delivery) }
    if !deliveries.isEmpty { revision += 1 }
    if isMore { wake() }
    return isMore
  }

  private func take(_ delivery: ThumbnailWorkshop.Delivery) {
    switch delivery {
    case .picture(let key, let raster):
      pictures.keep(raster, for: key)
      sizes[key.digest] = key
      if sizes.count > 4096 { sizes = sizes.filter { pictures.contains($0.value) } }
    case .poster(let digest, let poster): keep(poster, of: digest)
    case .failure(let job, let isUnreadable):
      guard isUnreadable else {
        missed.insert(job.digest)
        return
      }
      failed.insert(job.digest)
      cards = cards.filter { $0.value.digest != job.digest }
    }
  }

  func keep(_ poster: GalleryPoster, of digest: ContentDigest) {
    if posters.count >= 32 { posters.removeAll() }
    posters[digest] = poster
  }

  func takeNotices() -> [String] {
    defer { notices.removeAll() }
    return notices
  }

  /// Says something from any thread.
  func notifier() -> @Sendable (String) -> Void {
    let (mail, wake) = (mail, wake)
    return { words in
      mail.put(.notice(words))
      wake()
    }
  }
}
