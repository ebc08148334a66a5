// A rounded rectangle with a border inside its edge.

void main() {
  float edge, slope;
  findEdge(edge, slope);
  vec4 bordered = vStroke + vFill * (1.0 - vStroke.a);
  float inside = vShape.y > 0.0 ? coverage(edge + vShape.y, slope) : 1.0;
  color = mix(bordered, vFill, inside) * (coverage(edge, slope) * vShape.w);
}
