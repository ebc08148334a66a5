import Geometry
import Glibc

func sine(_ angle: Double) -> Double { sin(angle) }

func cosine(_ angle: Double) -> Double { cos(angle) }

func arcSine(_ value: Double) -> Double { asin(value) }

/// Converts an angle from degrees to radians.
func degrees(_ angle: Double) -> Double { angle * .pi / 180 }

/// Returns the heading from one place to another, 0 upward and positive rightward.
func direction(of place: Point, from origin: Point) -> Double {
  atan2(place.x - origin.x, origin.y - place.y)
}
