/// Why a window drew a frame; the raw value is what people are told.
enum FrameReason: String, Hashable, Sendable, CaseIterable {
  case first = "the first"
  /// A person, or a script, did something.
  case input
  /// Something was on its way.
  case animation
  /// A time came for which something had waited.
  case timer
  /// What came from elsewhere changed something: a setting, a line of input, work that was done.
  case news = "news from outside"
  case resize = "a new size"
  case exposure = "the window system asked"
  case restoration = "the window came back"
  case moreToUpload = "more was to be uploaded"
  /// The frame times were shown or hidden.
  case overlay = "frame times were asked for"
  case newShaders = "shaders were read anew"
  case oldShaders = "the shaders from before stay"
  /// The monitor shows colours in another way than it was taken to.
  case newProfile = "the monitor has another profile"
  case rebuilding = "everything was built anew"
}
