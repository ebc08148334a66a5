// Colours along a line, premultiplied, cut to a rounded rectangle.

uniform vec4 uColors[16];
uniform float uLocations[16];
uniform int uCount;
uniform vec4 uLine;  // start x, y and direction over its squared length, in points

void main() {
  float place = dot(vPoint - uLine.xy, uLine.zw);
  vec4 mixed = uColors[0];
  for (int i = 1; i < uCount; i++) {
    float span = max(uLocations[i] - uLocations[i - 1], 1e-9);
    mixed = mix(mixed, uColors[i], clamp((place - uLocations[i - 1]) / span, 0.0, 1.0));
  }
  color = mixed * (edgeCoverage() * vShape.w);
}
