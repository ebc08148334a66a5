// Paints a shader fill on a layer that is turned or seen in perspective, by the layer's own coordinates. The fill's
// own text, before this one, defines `paint`.

void main() {
  vec2 place = clamp((vPlace.xy - vBox.xy) / vBox.zw, 0.0, 1.0);
  color = paint(vec2(place.x, 1.0 - place.y)) * (edgeCoverage() * vShape.w) + nothing();
}
