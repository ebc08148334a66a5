// Colours along a line or round a point, premultiplied, cut to a rounded rectangle.

uniform vec4 uColors[16];
uniform float uLocations[16];
uniform int uCount;
uniform int uIsRadial;
uniform vec4 uLine;  // in points: start x, y and direction over its squared length, or centre x, y and 1 / radius

void main() {
  vec2 way = vPoint - uLine.xy;
  float place = uIsRadial == 1 ? length(way) * uLine.z : dot(way, uLine.zw);
  vec4 mixed = uColors[0];
  for (int i = 1; i < uCount; i++) {
    float span = max(uLocations[i] - uLocations[i - 1], 1e-9);
    mixed = mix(mixed, uColors[i], clamp((place - uLocations[i - 1]) / span, 0.0, 1.0));
  }
  color = mixed * (edgeCoverage() * vShape.w);
}
