// A gradient that is cut to a rounded rectangle.

void main() {
  color = shade(vPoint) * (edgeCoverage() * vShape.w);
}
