// What a shader fill paints on a layer that is turned or seen in perspective, by the layer's own coordinates; `paint`
// is its own text, before this one.

void main() {
  vec2 place = clamp((vPlace.xy - vBox.xy) / vBox.zw, 0.0, 1.0);
  color = paint(vec2(place.x, 1.0 - place.y)) * (edgeCoverage() * vShape.w) + nothing();
}
