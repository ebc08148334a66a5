// The plane of one hue on a layer that is turned or seen in perspective, by the layer's own coordinates.

uniform float uFall;

void main() {
  vec2 plane = clamp((vPoint - vBox.xy) / vBox.zw, 0.0, 1.0);
  float most = 1.0 - plane.y;
  float chroma = plane.x * most;
  float least = most - chroma;
  float between = most - chroma * uFall;
  color = vec4(@ORDER@, 1.0) * (edgeCoverage() * vShape.w);
}
