// Colours along a line or round a point, premultiplied. Before this come the number of colours, `count`, and `isRadial`:
// a loop that ends at a constant, over arrays of that length, costs a tenth of one that does not.

uniform vec4 uColors[count];
uniform float uLocations[count];
uniform float uRises[count];  // 1 over the distance from the location before
uniform vec4 uLine;           // in points: start x, y and direction over its squared length, or centre x, y and 1 / radius

vec4 shade(vec2 point) {
  vec2 way = point - uLine.xy;
  float place = isRadial ? length(way) * uLine.z : dot(way, uLine.zw);
  vec4 mixed = uColors[0];
  for (int i = 1; i < count; i++) {
    mixed = mix(mixed, uColors[i], clamp((place - uLocations[i - 1]) * uRises[i], 0.0, 1.0));
  }
  return mixed;
}
