// The same plane in one program that chooses the sector for each pixel by a chain of conditions, to measure the
// others against.

out vec4 color;

in vec2 vTexel;
uniform float uHue;  // 0...6

void main() {
  float most = vTexel.y;
  float chroma = vTexel.x * vTexel.y;
  float least = most - chroma;
  float place = fract(uHue);
  float falling = most - chroma * place;
  float rising = most - chroma * (1.0 - place);
  vec3 mixed;
  if (uHue < 1.0) {
    mixed = vec3(most, rising, least);
  } else if (uHue < 2.0) {
    mixed = vec3(falling, most, least);
  } else if (uHue < 3.0) {
    mixed = vec3(least, most, rising);
  } else if (uHue < 4.0) {
    mixed = vec3(least, falling, most);
  } else if (uHue < 5.0) {
    mixed = vec3(rising, least, most);
  } else {
    mixed = vec3(most, least, falling);
  }
  color = vec4(mixed, 1.0);
}
