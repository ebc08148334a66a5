// The same plane as the six sector programs, in one program that computes the sector's shape for each pixel.

out vec4 color;

in vec2 vTexel;
uniform float uHue;  // 0...6

void main() {
  vec3 pure = clamp(abs(mod(uHue + vec3(0.0, 4.0, 2.0), 6.0) - 3.0) - 1.0, 0.0, 1.0);
  color = vec4(vTexel.y * mix(vec3(1.0), pure, vTexel.x), 1.0);
}
