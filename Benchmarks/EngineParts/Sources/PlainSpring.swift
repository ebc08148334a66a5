import Glibc
import Motion

/// The textbook closed form of an under-damped spring in plain doubles, which the engine's springs stand beside.
struct PlainSpring {
  private let decay: Double
  private let frequency: Double
  private let sine: Double

  init(_ spring: Spring, velocity: Double) {
    decay = spring.damping / (2 * spring.mass)
    frequency = (spring.stiffness / spring.mass - decay * decay).squareRoot()
    sine = (decay - velocity) / frequency
  }

  func state(at time: Double) -> Moving {
    let envelope = exp(-decay * time)
    let (s, c) = (sin(frequency * time), cos(frequency * time))
    let rest = envelope * (c + sine * s)
    return Moving(value: 1 - rest, velocity: decay * rest - envelope * frequency * (sine * c - s))
  }
}
