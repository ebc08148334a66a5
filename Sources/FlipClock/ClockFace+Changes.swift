import Scene

extension ClockFace {
  /// Shows what is not a matter of time: other settings, another score, a clock that was set.
  func adoptChanges(at time: Double) {
    shownRevision = work.revision
    if shownSettings != work.settings {
      shownSettings = work.settings
      layOut(size: size, scale: interface.scale)
    }
    tree.advance(to: time)
    catchUp(at: time)
  }

  /// Lets each place fall through the cards that were missed, several at a time; what lies far off is shown at once.
  func catchUp(at time: Double) {
    let second = work.position(at: time).second
    let distance = (second - shownSecond).magnitude
    let hasLeapt = seenLeaps != work.leaps || ticksBehind(at: time) > Self.mostTicksBehind
    seenLeaps = work.leaps
    shownSecond = second
    let next = work.reading(at: second)
    let isFar = hasLeapt && distance > Self.farthestFlip
    guard next.shape == reading.shape, !reducesMotion, !isFar else { return show(next, at: time) }
    for (index, digit) in stage.digits.enumerated() where digit.target != next.characters[index] {
      let path = cards(of: index, from: digit.target, to: next, at: second)
      let pause = min(0.1, 0.4 / Double(max(1, path.count - 1)))
      digit.fall(through: path, from: time, interval: pause * stage.flipDuration / 0.5)
      digit.beginWaiting(at: time)
    }
    setReading(next)
  }

  /// Seconds by which a clock may be wrong and still flip to the right time.
  private static let farthestFlip = 600

  /// Returns the cards that fall at a place until it shows what it should: those of the last turns of its wheel.
  private func cards(of index: Int, from start: Character, to next: ClockReading, at second: Int)
    -> [Character]
  {
    let goal = next.characters[index]
    var path = [goal]
    for back in 1...9 {
      let character: Character
      if let period = next.periods[index], work.mode != .score {
        let earlier = work.reading(at: second - back * period)
        guard earlier.shape == next.shape else { break }
        character = earlier.characters[index]
      } else {
        guard let figure = goal.wholeNumberValue, start.wholeNumberValue != nil, back <= 5 else { break }
        character = Character(String((figure - back + 10) % 10))
      }
      if character == start { return path.reversed() }
      if character != path.last { path.append(character) }
    }
    return [goal]
  }

  /// Shows a reading at once.
  func show(_ next: ClockReading, at time: Double) {
    let hasNewShape = next.shape != reading.shape || stage.digits.isEmpty
    if hasNewShape {
      stage.deal(next.characters)
      setReading(next)
      placeCards()
    } else {
      setReading(next)
    }
    stage.withoutActions(at: time) {
      for (digit, character) in zip(stage.digits, next.characters) { digit.show(character, at: time) }
    }
  }

  func setReading(_ next: ClockReading) {
    let hadCaption = !reading.caption.isEmpty
    let isNew = next.caption != reading.caption
    reading = next
    if hadCaption == next.caption.isEmpty { placeCards() } else if isNew { drawCaption() }
  }
}
