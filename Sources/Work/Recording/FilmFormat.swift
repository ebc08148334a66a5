import Files
package import Geometry

/// The file format of a recording.
public enum FilmFormat: String, Hashable, Sendable, CaseIterable {
  /// A folder of numbered pictures.
  case pictures
  /// An animated PNG; ffmpeg is needed only where the window changes its size.
  case apng
  /// A GIF of up to 256 colours, written by ffmpeg.
  case gif
  /// An animated WebP, written by ffmpeg.
  case webp
  /// A video in an MP4 file, written by ffmpeg.
  case mp4
  /// A video in a WebM file, written by ffmpeg.
  case webm

  /// The formats that are one file; their names are the ends of the files'.
  public static let files = allCases.filter { $0 != .pictures }

  /// The format of a file or folder of this name, or nil when it ends like a file of another kind.
  public init?(path: String) {
    let name = FilePath(path).name
    let end = FilePath(path).formatEnding
    if path.hasSuffix("/") || name.allSatisfy({ $0 == "." }) || end.isEmpty {
      self = .pictures
    } else if let format = FilmFormat.files.first(where: { $0.rawValue == end }) {
      self = format
    } else {
      return nil
    }
  }

  /// The most frames a second that players of the format show at their speed.
  public var highestRate: Double {
    // A GIF counts in hundredths of a second, and browsers take a single one for ten.
    self == .gif ? 50 : 240
  }

  /// The default rate, in frames a second.
  public var usualRate: Double { min(60, highestRate) }

  /// The name of ffmpeg's encoder of the format; nil for pictures.
  var encoder: String? {
    switch self {
    case .pictures: nil
    case .apng: "apng"
    case .gif: "gif"
    case .webp: "libwebp_anim"
    case .mp4: "libx264"
    case .webm: "libvpx-vp9"
    }
  }

  /// The arguments by which ffmpeg reads raw frames from its standard input.
  package static func input(size: PixelSize, rate: Double) -> [String] {
    let words = Int(exactly: rate).map(String.init) ?? "\(rate)"
    return [
      "-nostdin", "-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo", "-pixel_format", "rgba",
      "-video_size", "\(size.width)x\(size.height)", "-framerate", words, "-i", "pipe:0",
    ]
  }

  /// The arguments by which ffmpeg makes one palette of 256 colours for all frames.
  package static let palette = ["-vf", "palettegen=stats_mode=full", "-c:v", "png", "-f", "image2pipe"]

  /// The arguments by which ffmpeg writes the format; equal frames give equal bytes.
  ///
  /// `hasAlpha` says whether something can be seen through, `loops` whether it begins again after its end, and `palette`
  /// is the file that a GIF takes it from.
  package func output(size: PixelSize, hasAlpha: Bool, loops: Bool, palette: String) -> [String] {
    let same = ["-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact"]
    switch self {
    case .pictures: return []
    case .apng:
      return same + ["-c:v", "apng", "-pred", "mixed", "-pix_fmt", hasAlpha ? "rgba" : "rgb24"]
        + ["-plays", loops ? "0" : "1", "-f", "apng"]
    case .gif:
      return ["-f", "png_pipe", "-i", palette] + same
        + ["-lavfi", "paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle"]
        + ["-loop", loops ? "0" : "-1", "-f", "gif"]
    case .webp:
      return same + ["-c:v", "libwebp_anim", "-lossless", "1", "-compression_level", "4", "-pix_fmt", "bgra"]
        + ["-loop", loops ? "0" : "1", "-f", "webp"]
    case .mp4:
      return same + ["-vf", Self.evenSides(size) + "," + Self.videoColors("yuv420p")] + Self.colorTags
        + ["-c:v", "libx264", "-preset", "medium", "-crf", "18", "-movflags", "+faststart", "-f", "mp4"]
    case .webm:
      return same + ["-vf", Self.videoColors(hasAlpha ? "yuva420p" : "yuv420p")] + Self.colorTags
        + ["-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-deadline", "good", "-cpu-used", "3"]
        + ["-row-mt", "1", "-f", "webm"]
    }
  }

  /// Video with halved colour has even sides; an odd one gets its last row or column twice.
  private static func evenSides(_ size: PixelSize) -> String {
    let (right, bottom) = (size.width % 2, size.height % 2)
    return "pad=\(size.width + right):\(size.height + bottom):0:0,"
      + "fillborders=right=\(right):bottom=\(bottom):mode=smear"
  }

  /// The colours of high-definition video, said in the file so that players agree.
  private static func videoColors(_ pixels: String) -> String {
    "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,format=\(pixels)"
  }

  private static let colorTags = [
    "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv",
  ]
}
