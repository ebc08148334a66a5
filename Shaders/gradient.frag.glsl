// A gradient that is cut to a rounded rectangle.

void main() {
  color = shade(vPlace.xy) * (edgeCoverage() * vShape.w) + nothing();
}
