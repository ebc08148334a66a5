public import Statistics

/// Random numbers that are the same on every run, so that a failing case can be run again.
public typealias SeededGenerator = Statistics.SeededGenerator
