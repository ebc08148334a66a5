// A window of a debug build changes as soon as this file is saved.
float height(vec2 point) {
  float drop = length(point - pointer.xy);
  float swell = sin(point.x * 0.04 + time) + sin(point.y * 0.05 - time * 1.3);
  return swell + 6.0 * pointer.z * exp(-drop * 0.012) * sin(drop * 0.12 - time * 6.0);
}

vec4 paint(vec2 p) {
  vec2 point = p * size;
  vec2 slope = vec2(
    height(point + vec2(1.0, 0.0)) - height(point - vec2(1.0, 0.0)),
    height(point + vec2(0.0, 1.0)) - height(point - vec2(0.0, 1.0)));
  vec3 floor = texture(tiles, fract((point + slope * 14.0) / 240.0)).rgb;
  float glint = pow(max(dot(normalize(vec3(-slope, 1.0)), normalize(vec3(-0.4, 0.5, 0.8))), 0.0), 24.0);
  return vec4(floor + 0.35 * glint, 1.0);
}
