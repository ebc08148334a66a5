import Glibc

/// The context that is current on the calling thread, as Windowing has reported it.
enum CurrentContext {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  static func set(_ context: GraphicsContext?) {
    pthread_setspecific(key, context.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) })
  }

  static func isCurrent(_ context: GraphicsContext) -> Bool {
    pthread_getspecific(key) == Unmanaged.passUnretained(context).toOpaque()
  }
}
