// Untranslated file: benchmarks for developers.

/// Something that is measured of each frame.
public enum FrameFigure: String, CaseIterable, Hashable, Sendable {
  /// Milliseconds of processor time of the drawing thread until all was handed to the driver.
  case cpu = "cpu_ms"
  /// Milliseconds of processor time of all the process's threads, the driver's included.
  case processCPU = "process_cpu_ms"
  /// Milliseconds until all was handed to the driver.
  case submit = "submit_ms"
  /// Milliseconds until the driver said that all is drawn.
  case fence = "fence_ms"
  /// Milliseconds from one shown frame to the next.
  case present = "present_ms"
  /// Milliseconds from a frame's input until what came of it was shown.
  case inputToPresent = "input_to_present_ms"
  /// Milliseconds by the driver's timer.
  case gpu = "gpu_ms"
  /// The number of draw calls.
  case draws
  /// The number of vertices of all draw calls, those of each instance counted.
  case vertices
  /// The bytes of vertices, textures and masks that went to the graphics card.
  case uploadedBytes = "uploaded_bytes"
  /// The number of heap allocations of our own code on the drawing thread.
  case allocations
  /// The number of refreshes of the display that passed without a new frame although one was due.
  case missedDeadlines = "missed_deadlines"

  /// Whether it is a time, in milliseconds; the others are whole numbers.
  public var isTime: Bool {
    switch self {
    case .cpu, .processCPU, .submit, .fence, .present, .inputToPresent, .gpu: true
    case .draws, .vertices, .uploadedBytes, .allocations, .missedDeadlines: false
    }
  }

  /// The times by which runs are judged unless another figure is named, the most telling first.
  static let preferred: [FrameFigure] = [.processCPU, .present, .fence, .submit, .cpu, .gpu]

  /// The figure's meaning, as files and help explain it.
  public var definition: String {
    switch self {
    case .cpu:
      "processor time of the drawing thread from the frame's start until all was handed to the driver"
    case .processCPU: "processor time of all threads of the process in the whole frame, the driver's included"
    case .submit: "time from the frame's start until all was handed to the driver"
    case .fence: "time from the frame's start until the driver said that all is drawn"
    case .present: "time from the moment the previous frame was shown until this one was"
    case .inputToPresent:
      "time from the moment a frame's input was handed over until what came of it was shown, or drawn without a window"
    case .gpu: "the driver's timer, asked only where it agreed with a fence when the run began"
    case .draws: "draw calls"
    case .vertices: "vertices of all draw calls, those of each instance counted"
    case .uploadedBytes: "bytes that went to the graphics card: vertices, textures and masks"
    case .allocations: "heap allocations of our own code on the drawing thread, those of libraries left out"
    case .missedDeadlines: "refreshes of the display that passed without a new frame although one was due"
    }
  }
}

extension FrameRecord {
  /// Returns one figure of the frame, or nil when it was not measured.
  public subscript(figure: FrameFigure) -> Double? {
    switch figure {
    case .cpu: cpu
    case .processCPU: processCPU
    case .submit: submit
    case .fence: fence
    case .present: present
    case .inputToPresent: inputToPresent
    case .gpu: gpu
    case .draws: Double(draws)
    case .vertices: Double(vertices)
    case .uploadedBytes: Double(uploadedBytes)
    case .allocations: allocations.map(Double.init)
    case .missedDeadlines: missedDeadlines.map(Double.init)
    }
  }
}
