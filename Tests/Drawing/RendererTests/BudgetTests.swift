import Colors
import GPU
import Geometry
import Motion
import Scene
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@testable import Renderer

@Suite struct BudgetTests {
  @Test func `at rest gives up bitmaps that are gone, and small targets of groups`() throws {
    func bitmaps() -> [SharedBitmap] {
      (0..<3).map { number in
        SharedBitmap(
          Bitmap(
            size: PixelSize(width: 9, height: 9), bytes: [UInt8](repeating: 250 - UInt8(number), count: 324)))
      }
    }
    /// Pictures in a group.
    func shown(_ bitmaps: [SharedBitmap]) -> Layer {
      let root = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 40))
      root.opacity = 0.5
      for (number, bitmap) in bitmaps.enumerated() {
        let layer = Layer(frame: Rect(x: Double(number) * 5, y: 4, width: 9, height: 9))
        layer.contents = .image(ImageContents(bitmap))
        root.addSublayer(layer)
      }
      return root
    }
    let drawing = try Drawing()
    let kept = bitmaps()
    let first = try drawing.picture(of: shown(kept), 100, 40)
    let frame = drawing.context.liveObjects
    #expect(try drawing.picture(of: shown(bitmaps()), 100, 40) == first)
    #expect(drawing.context.liveObjects[.texture] == frame[.texture, default: 0] + 3)

    drawing.renderer.forgetUnused()
    #expect(frame[.framebuffer] == 1)
    #expect(drawing.context.liveObjects[.framebuffer, default: 0] == 0)
    #expect(drawing.context.liveObjects[.texture, default: 0] == frame[.texture, default: 0] - 1)
    #expect(try drawing.picture(of: shown(kept), 100, 40) == first)
    #expect(drawing.context.liveObjects == frame)
  }

  /// Rings of sixty sizes in a grid.
  private func rings(moving: Bool = false) -> Layer {
    let root = Layer(frame: Rect(x: 0, y: 0, width: 400, height: 300))
    for index in 0..<60 {
      let layer = Layer(
        frame: Rect(x: Double(index % 10) * 40, y: Double(index / 10) * 40, width: 40, height: 40))
      layer.contents = .path(
        PathContents(
          Path(circle: Point(20, 20), radius: 5 + Double(index) / 5), color: RGBA(hex: 0x40a0ff)))
      root.addSublayer(layer)
    }
    root.isMoving = moving
    return root
  }

  @Test(arguments: [false, true])
  func `what waits for its upload is drawn coarsely and comes in the end`(moving: Bool) throws {
    let root = rings(moving: moving)
    func drawn(by drawing: Drawing) throws -> Picture {
      try drawing.picture(of: root, 1600, 1200, scale: 4)
    }
    let complete = try drawn(by: Drawing())
    let drawing = try Drawing()
    drawing.renderer.uploadBudget = 100_000
    var frames = 1
    var picture = try drawn(by: drawing)
    #expect(drawing.renderer.statistics.isIncomplete)
    let isAllSeen = (0..<60).allSatisfy { picture[$0 % 10 * 160 + 80, $0 / 10 * 160 + 80][2] > 200 }
    #expect(isAllSeen)
    while drawing.renderer.statistics.isIncomplete && frames < 60 {
      picture = try drawn(by: drawing)
      frames += 1
      // Beside the budget there are the rectangles, and a mask that it just lets through.
      #expect(drawing.renderer.statistics.uploadedBytes < 100_000 + 60 * 160 + 90_000)
    }

    #expect(frames > 3 && frames < 60)
    #expect(picture == complete)
  }

  @Test(arguments: [false, true])
  func `an image that cannot wait is in the first frame, whatever else is new in it`(canWait: Bool) throws {
    let root = rings()
    let bitmap = Bitmap(
      size: PixelSize(width: 300, height: 200), bytes: [UInt8](repeating: 200, count: 240_000))
    let image = Layer(frame: Rect(x: 20, y: 250, width: 300, height: 40))
    image.contents = .image(ImageContents(SharedBitmap(bitmap), canWait: canWait))
    root.addSublayer(image)
    let drawing = try Drawing()
    drawing.renderer.uploadBudget = 100_000
    let picture = try drawing.picture(of: root, 1600, 1200, scale: 4)
    #expect(drawing.renderer.statistics.isIncomplete)
    #expect(picture[600, 1080] == (canWait ? [0, 0, 0, 255] : [157, 157, 157, 255]))
  }

  @Test(arguments: [false, true])
  func `what was not drawn for long is given up, and comes back the same`(moving: Bool) throws {
    let root = rings(moving: moving)
    let bitmap = Bitmap(
      size: PixelSize(width: 300, height: 200),
      bytes: (0..<240_000).map { UInt8(truncatingIfNeeded: $0 * 7) | 3 })
    let image = Layer(frame: Rect(x: 20, y: 250, width: 300, height: 40))
    image.contents = .image(ImageContents(SharedBitmap(bitmap)))
    root.addSublayer(image)
    let blank = Layer(frame: Rect(x: 0, y: 0, width: 8, height: 8))
    let drawing = try Drawing()
    _ = try drawing.picture(of: blank, 1100, 900)
    let least = drawing.context.liveObjects
    let first = try drawing.picture(of: root, 1100, 900, scale: 2)
    let all = drawing.context.liveObjects
    #expect(all != least)

    drawing.renderer.forgetUnused()
    #expect(drawing.context.liveObjects == all)
    /// Frames in which hardly anything is drawn.
    func wait(frames: Int) throws {
      let size = PixelSize(width: 1100, height: 900)
      for _ in 0..<frames {
        try drawing.renderer.draw(
          DisplayList(), size: size, areas: [PixelRect(x: 0, y: 0, width: 1, height: 1)], scale: 1,
          background: nil)
      }
    }
    // The masks of what moves take more than half of what they may: those are kept for a shorter time.
    try wait(frames: moving ? 100 : 500)
    drawing.renderer.forgetUnused()
    #expect(drawing.context.liveObjects == all)
    try wait(frames: moving ? 600 : 200)

    let kept = drawing.context.liveObjects
    #expect(kept[.texture, default: 0] <= least[.texture, default: 0])
    #expect(kept[.buffer, default: 0] <= least[.buffer, default: 0] + 1)
    #expect(try drawing.picture(of: root, 1100, 900, scale: 2) == first)
  }

  /// Wreaths of many curves in a grid of cells that grow.
  private func wreaths(_ count: Int, side: Double) -> Layer {
    let root = Layer(frame: Rect(x: 0, y: 0, width: 400, height: 300))
    let columns = Int(400 / side)
    for index in 0..<count {
      var path = Path()
      for leaf in 0..<60 {
        let angle = Double(leaf) / 60 * 2 * Double.pi
        path.append(
          Path(circle: Point(50 + 40 * cos(angle), 50 + 40 * sin(angle)), radius: 3 + Double(index % 7)))
      }
      let layer = Layer()
      layer.anchorPoint = .zero
      layer.position = Point(Double(index % columns) * side, Double(index / columns) * side)
      layer.transform = .scale(x: side / 100, y: side / 100)
      layer.contents = .path(
        PathContents(path.transformed(by: .translation(x: Double(index) / 100, y: 0)), color: .white))
      root.addSublayer(layer)
    }
    root.isMoving = true
    return root
  }

  @Test func `no frame makes all masks, and what is there of others is shown meanwhile`() throws {
    let drawing = try Drawing()
    drawing.renderer.uploadBudget = 300_000
    var made: [Int] = []
    func draw(_ root: Layer) throws -> Picture {
      let picture = try drawing.picture(of: root, 400, 300)
      made.append(drawing.renderer.statistics.madeMasks)
      return picture
    }
    let small = wreaths(200, side: 10)
    repeat { _ = try draw(small) } while drawing.renderer.statistics.isIncomplete && made.count < 50
    #expect(made.count > 2 && made.allSatisfy { $0 < 100 } && made.reduce(0, +) >= 200)
    made = []
    // Twice as large: all are seen at once, most of them from what was made for the smaller ones.
    let large = wreaths(200, side: 20)
    let first = try draw(large)
    #expect(made[0] < 100)
    let isAllSeen = (0..<200).allSatisfy { index in
      let (left, top) = (index % 20 * 20, index / 20 * 20)
      return (0..<20).contains { first[left + $0, top + 10][0] > 60 }
    }
    #expect(isAllSeen)
    var last = first
    while drawing.renderer.statistics.isIncomplete && made.count < 50 { last = try draw(large) }
    #expect(try last == Drawing().picture(of: large, 400, 300))
  }

  @Test func `what grows is drawn from coarser masks until another thread has made finer ones`() throws {
    func grown(_ side: Double) -> Layer { wreaths(1, side: side) }
    let large = grown(300)
    let complete = try Drawing().picture(of: large, 400, 300)
    let drawing = try Drawing(makesMasksAside: true)
    drawing.renderer.uploadBudget = 2 << 20
    // The first mask has nothing to be drawn from.
    _ = try drawing.picture(of: grown(100), 400, 300)
    #expect(drawing.renderer.statistics.madeMasks == 1)
    #expect(!drawing.renderer.statistics.isIncomplete)

    var picture = try drawing.picture(of: large, 400, 300)
    #expect(drawing.renderer.statistics.madeMasks == 0)
    #expect(drawing.renderer.statistics.isIncomplete)
    #expect(picture != complete)
    let difference = zip(picture.bytes, complete.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(difference < 2 * picture.bytes.count)
    // Requested masks may be evicted meanwhile.
    drawing.renderer.forgetUnused()
    let start = ContinuousClock.now
    while drawing.renderer.statistics.isIncomplete, start.duration(to: .now) < .seconds(20) {
      picture = try drawing.picture(of: large, 400, 300)
    }
    #expect(drawing.renderer.statistics.madeMasks == 1)
    #expect(picture == complete)
  }

  @Test func `what is large and new is drawn from a mask of half its scale until another thread has made it`()
    throws
  {
    let large = wreaths(1, side: 300)
    let complete = try Drawing().picture(of: large, 400, 300)
    let drawing = try Drawing(makesMasksAside: true)
    drawing.renderer.uploadBudget = 2 << 20

    var picture = try drawing.picture(of: large, 400, 300)
    #expect(drawing.renderer.statistics.madeMasks == 1)
    #expect(drawing.renderer.statistics.isIncomplete)
    let difference = zip(picture.bytes, complete.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(difference > 0 && difference < 2 * picture.bytes.count)
    let start = ContinuousClock.now
    while drawing.renderer.statistics.isIncomplete, start.duration(to: .now) < .seconds(20) {
      picture = try drawing.picture(of: large, 400, 300)
    }
    #expect(picture == complete)
  }

  @Test func `what a frame has no time for another thread has made for one of the next`() throws {
    let many = wreaths(400, side: 17)
    let complete = try Drawing().picture(of: many, 400, 300)
    let drawing = try Drawing(makesMasksAside: true)
    drawing.renderer.uploadBudget = 300_000
    func isSeen(_ picture: Picture) -> Int {
      (0..<391).count { index in
        let (left, top) = (index % 23 * 17, index / 23 * 17)
        return (0..<17).contains { picture[left + $0, top + 8][0] > 60 }
      }
    }
    let first = try drawing.picture(of: many, 400, 300)
    #expect(isSeen(first) < 200)
    // The next frame itself can make no more masks than this one.
    try #require(drawing.renderer.stores.masks.maker).finish()
    let second = try drawing.picture(of: many, 400, 300)
    #expect(isSeen(second) > 2 * isSeen(first))

    var last = second
    let start = ContinuousClock.now
    while drawing.renderer.statistics.isIncomplete, start.duration(to: .now) < .seconds(20) {
      last = try drawing.picture(of: many, 400, 300)
    }
    #expect(last == complete)
  }

  @Test func `without a budget a picture depends on nothing that was drawn before`() throws {
    let wanted = try Drawing().picture(of: rings(moving: true), 400, 300)
    let drawing = try Drawing()
    let root = rings()
    for step in 1...5 {
      root.isMoving = step.isMultiple(of: 2)
      root.transform = .scale(x: Double(step), y: Double(step))
      _ = try drawing.picture(of: root, 400, 300)
    }
    root.transform = .identity
    root.isMoving = true

    #expect(try drawing.picture(of: root, 400, 300) == wanted)
    #expect(!drawing.renderer.statistics.isIncomplete)
  }

  @Test func `rasters wait for their turn, one at least comes in each frame`() throws {
    let drawing = try Drawing()
    drawing.renderer.uploadBudget = 5000
    let root = Layer(frame: Rect(x: 0, y: 0, width: 160, height: 40))
    for index in 0..<4 {
      let layer = Layer(frame: Rect(x: Double(index) * 40, y: 0, width: 40, height: 40))
      let bytes = [UInt8](repeating: 255, count: 40 * 40 * 4)
      layer.contents = .image(
        ImageContents(SharedBitmap(size: PixelSize(width: 40, height: 40), bytes: bytes)))
      root.addSublayer(layer)
    }
    for frame in 1...4 {
      let picture = try drawing.picture(of: root, 160, 40)
      #expect((0..<4).count { picture[$0 * 40 + 20, 20] == [255, 255, 255, 255] } == frame)
      #expect(drawing.renderer.statistics.isIncomplete == (frame < 4))
    }
  }

  @Test func `masks that are drawn no more make room for new ones`() throws {
    let drawing = try Drawing()
    let limit = 3 << 20
    let store = MaskStore(in: drawing.context, budget: UploadBudget(), limit: limit)
    let side = 400
    let tile = PixelTile(area: PixelRect(x: 0, y: 0, width: side, height: side))
    func outline(_ radius: Double) -> PixelOutline {
      PixelOutline(
        figure: Figure(Path(circle: Point(200, 200), radius: radius)), rule: .nonZero,
        mapping: .affine(.identity))
    }
    let kept = try #require(try store.mask(of: outline(199), tile: tile))
    for step in 0..<40 {
      store.startFrame(size: PixelSize(width: 800, height: 600))
      #expect(try store.mask(of: outline(199), tile: tile) === kept)
      #expect(try store.mask(of: outline(150 + Double(step)), tile: tile) != nil)
      #expect(store.byteCount <= limit + 1 << 20)
    }
    store.startFrame(size: PixelSize(width: 800, height: 600))
    #expect(try store.mask(of: outline(199), tile: tile) === kept)
    #expect(store.madeCount == 0)
    _ = try store.mask(of: outline(154), tile: tile)
    #expect(store.madeCount == 1)
  }

  @Test func `a first zoomed path takes little memory, and many lie on few pages`() throws {
    let drawing = try Drawing()
    let store = MaskStore(in: drawing.context, budget: UploadBudget(), limit: 32 << 20)
    var pages: [ObjectIdentifier] = []
    for step in 0..<60 {
      store.startFrame(size: PixelSize(width: 2560, height: 1600))
      let path = PathContents(Path(circle: .zero, radius: 150 + Double(step)), color: .white)
      let mask = try #require(try store.mask(of: path, octave: 0))
      pages.append(ObjectIdentifier(try #require(mask.page)))
      if step == 0 { #expect(store.byteCount <= 1 << 20) }
    }
    #expect(Set(pages).count <= 8)
  }

  @Test func `what was not drawn for a while gives its place away before another page is made`() throws {
    let drawing = try Drawing()
    let store = MaskStore(in: drawing.context, budget: UploadBudget(), limit: 32 << 20)
    let kept = PathContents(Path(circle: .zero, radius: 149), color: .white)
    var bytes = 0
    for step in 0..<120 {
      store.startFrame(size: PixelSize(width: 2560, height: 1600))
      let keptMask = try #require(try store.mask(of: kept, octave: 0))
      let path = PathContents(Path(circle: .zero, radius: 150 + Double(step) / 2), color: .white)
      let mask = try #require(try store.mask(of: path, octave: 0))
      // A mask drawn in every frame keeps its place, and is not made again.
      #expect(store.madeCount == (step == 0 ? 2 : 1))
      if mask.page === keptMask.page { #expect(mask.place.intersection(keptMask.place).size.isEmpty) }
      if step == 60 { bytes = store.byteCount }
    }
    #expect(store.byteCount == bytes)
  }

  @Test func `a page is not made in a frame that has made other things, but in the next one`() throws {
    let drawing = try Drawing()
    let budget = UploadBudget()
    budget.limit = 1 << 20
    let store = MaskStore(in: drawing.context, budget: budget, limit: 32 << 20)
    func startFrame() {
      budget.startFrame()
      store.startFrame(size: PixelSize(width: 2560, height: 1600))
    }
    var putOff = 0
    for step in 0..<40 {
      let path = PathContents(Path(circle: .zero, radius: 150 + Double(step)), color: .white)
      // There has to be something that is drawn meanwhile.
      startFrame()
      _ = try store.mask(of: path, octave: -1, canWait: false)
      startFrame()
      let other = PathContents(Path(circle: .zero, radius: 4 + Double(step) / 8), color: .white)
      _ = try #require(try store.mask(of: other, octave: 0))
      let before = store.byteCount
      guard try store.mask(of: path, octave: 0) == nil else { continue }
      #expect(store.byteCount == before && budget.isExceeded)
      startFrame()
      _ = try store.mask(of: path, octave: 0)
      if store.byteCount > before { putOff += 1 }
    }
    #expect(putOff > 0)
  }

  @Test func `a page is made in a frame before what finds its place on it`() throws {
    let drawing = try Drawing()
    let budget = UploadBudget()
    budget.limit = 64 << 20
    let store = MaskStore(in: drawing.context, budget: budget, limit: 32 << 20)
    func inFrame<Result>(_ body: () throws -> Result) rethrows -> Result {
      budget.startFrame()
      store.startFrame(size: PixelSize(width: 2560, height: 1600))
      return try body()
    }
    var pages = 0
    for step in 0..<40 {
      let path = PathContents(Path(circle: .zero, radius: 150 + Double(step)), color: .white)
      // There has to be something that is drawn meanwhile.
      _ = try inFrame { try store.mask(of: path, octave: -1, canWait: false) }
      let before = store.byteCount
      let first = try inFrame { try store.mask(of: path, octave: 0) }
      #expect((first == nil) == (store.byteCount > before))
      #expect(budget.isExceeded == (first == nil))
      guard first == nil else { continue }
      pages += 1
      let made = store.byteCount
      #expect(try inFrame { try store.mask(of: path, octave: 0) } != nil)
      #expect(store.byteCount == made && !budget.isExceeded)
    }
    #expect(pages > 1)
  }

  @Test func `a frame that makes nothing makes the next page ahead when there is little room left`() throws {
    let drawing = try Drawing()
    let budget = UploadBudget()
    budget.limit = 1 << 20
    let store = MaskStore(in: drawing.context, budget: budget, limit: 32 << 20)
    try store.prepare()
    let first = store.byteCount
    func bytes(afterMaking numbers: Range<Int>) throws -> Int {
      budget.startFrame()
      store.startFrame(size: PixelSize(width: 2560, height: 1600))
      for number in numbers {
        let path = PathContents(Path(circle: .zero, radius: 150 - Double(number) / 8), color: .white)
        #expect(try store.mask(of: path, octave: 0, canWait: false) != nil)
      }
      try store.makePageAhead()
      return store.byteCount
    }
    // Nine of them fill the first page.
    #expect(try bytes(afterMaking: 0..<6) == first)
    #expect(try bytes(afterMaking: 0..<0) == first)
    #expect(try bytes(afterMaking: 6..<9) == first)

    let second = try bytes(afterMaking: 0..<0)
    #expect(second > first)
    #expect(try bytes(afterMaking: 0..<0) == second)
    #expect(try bytes(afterMaking: 9..<12) == second)
  }

  @Test func `meshes that take long to cut come one in a frame`() throws {
    let drawing = try Drawing()
    drawing.renderer.uploadBudget = 1 << 20
    let root = wreaths(4, side: 100)
    var cut: [Int] = []
    var last: Picture
    repeat {
      last = try drawing.picture(of: root, 400, 300, technique: .mesh)
      cut.append(drawing.renderer.statistics.cutMeshes)
    } while drawing.renderer.statistics.isIncomplete && cut.count < 20

    #expect(cut == [1, 1, 1, 1])
    #expect(try last == Drawing().picture(of: root, 400, 300, technique: .mesh))
  }

  @Test func `a long page of which little is drawn makes way for a short one`() throws {
    let drawing = try Drawing()
    let store = MaskStore(in: drawing.context, budget: UploadBudget(), limit: 32 << 20)
    func draw(_ numbers: Range<Int>) throws {
      store.startFrame(size: PixelSize(width: 2560, height: 1600))
      for number in numbers {
        let path = PathContents(Path(circle: .zero, radius: 150 + Double(number)), color: .white)
        #expect(try store.mask(of: path, octave: 0) != nil)
      }
    }
    try draw(0..<60)
    let most = store.byteCount
    #expect(most > 16 << 20)

    for _ in 0..<90 { try draw(58..<60) }
    store.forget(after: 100)
    #expect(store.byteCount == most)
    for _ in 0..<20 { try draw(58..<60) }
    store.forget(after: 100)
    try draw(58..<60)

    #expect(store.madeCount == 2)
    // The first page has room for one of them.
    #expect(store.byteCount <= 3 << 20)
    store.forget(after: 100)
    try draw(58..<60)
    #expect(store.madeCount == 0)
  }

  @Test(arguments: [4 << 20, 32 << 20])
  func `masks that take more than half of what they may are kept for two seconds, others for longer`(
    limit: Int
  ) throws {
    let drawing = try Drawing()
    let store = MaskStore(in: drawing.context, budget: UploadBudget(), limit: limit)
    let size = PixelSize(width: 2560, height: 1600)
    func wait(frames: Int) {
      for _ in 0..<frames { store.startFrame(size: size) }
      store.forget(after: 600)
    }
    wait(frames: 1)
    for number in 0..<10 {
      let path = PathContents(Path(circle: .zero, radius: 150 + Double(number)), color: .white)
      #expect(try store.mask(of: path, octave: 0) != nil)
    }
    let all = store.byteCount
    let isMuch = all > limit
    #expect(all <= 2 * limit)
    #expect(isMuch == (limit == 4 << 20))

    wait(frames: 110)
    #expect(store.byteCount == all)
    wait(frames: 20)
    #expect(isMuch ? store.byteCount <= limit : store.byteCount == all)
    wait(frames: 480)
    #expect(store.byteCount <= (isMuch ? limit : 0))
  }

  @Test func `no page takes more than a third of what all may, after the picture was larger, too`() throws {
    let drawing = try Drawing()
    let store = MaskStore(in: drawing.context, budget: UploadBudget(), limit: 32 << 20)
    func draw(_ count: Int, on size: PixelSize) throws -> [Int] {
      store.startFrame(size: size)
      return try (0..<count).map { number in
        let path = PathContents(Path(circle: .zero, radius: 150 + Double(number)), color: .white)
        return try #require(try store.mask(of: path, octave: 0)?.page).byteCount
      }
    }
    #expect(try draw(60, on: PixelSize(width: 2560, height: 1600)).max() == 8 << 20)
    let small = PixelSize(width: 640, height: 480)
    for _ in 0..<3 { _ = try draw(1, on: small) }

    let bytes = try draw(60, on: small).max() ?? 0
    #expect(bytes <= 2 << 20)
  }

  @Test func `textures that are not drawn take as much as the picture asks for`() throws {
    let drawing = try Drawing()
    let store = BitmapStore(in: drawing.context, budget: UploadBudget(), limit: 64 << 20)
    let each = 384 * 384 * 4
    let bitmaps = (0..<60).map { _ in
      SharedBitmap(size: PixelSize(width: 384, height: 384), bytes: [UInt8](repeating: 255, count: each))
    }
    func bytes(_ size: PixelSize) throws -> Int {
      for bitmap in bitmaps {
        store.startFrame(size: size)
        #expect(try store.bind(ImageContents(bitmap), isReduced: false, isWhole: true) != nil)
      }
      for _ in 0..<3 { store.startFrame(size: size) }
      return store.byteCount
    }
    #expect(try bytes(PixelSize(width: 640, height: 480)) == (12 << 20) / each * each)
    #expect(try bytes(PixelSize(width: 1280, height: 1024)) == (15 << 20) / each * each)
    #expect(try bytes(PixelSize(width: 3840, height: 2160)) == 60 * each)
  }

  @Test func `a layer is moving while something moves it, and at rest the frame after`() throws {
    let tree = LayerTree(root: Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100)))
    let parent = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let child = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    child.contents = .path(PathContents(Path(circle: Point(50, 50), radius: 40), color: .white))
    parent.addSublayer(child)
    tree.root.addSublayer(parent)
    func isMoving(at time: Double) -> Bool {
      tree.advance(to: time)
      var list = DisplayList()
      list.record(tree.root, at: time)
      return list.items.contains(where: \.isMoving)
    }
    #expect(!isMoving(at: 0))
    tree.transact(Transaction(at: 1, action: .eased(duration: 1, .easeInEaseOut))) { parent.opacity = 0.9 }
    #expect(!isMoving(at: 1.5))
    tree.transact(Transaction(at: 2, action: .eased(duration: 1, .easeInEaseOut))) { parent.position = .zero }

    #expect(isMoving(at: 2) && isMoving(at: 2.9))
    #expect(!isMoving(at: 3))
    parent.isMoving = true
    #expect(isMoving(at: 4))
  }
}
