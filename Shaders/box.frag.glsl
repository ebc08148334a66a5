// A rounded rectangle with a border inside its edge.

vec4 bordered() {
  float edge, slope;
  findEdge(edge, slope);
  vec4 both = vStroke + vFill * (1.0 - vStroke.a);
  float inside = vShape.y > 0.0 ? coverage(edge + vShape.y, slope) : 1.0;
  return mix(both, vFill, inside) * (coverage(edge, slope) * vShape.w);
}

void main() {
  color = bordered() + nothing();
}
