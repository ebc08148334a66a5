// The same plane as the six sector programs, in one program that computes the sector's shape for each pixel.

out vec4 color;

uniform vec2 uCorner;
uniform vec2 uStep;
uniform float uHue;  // 0...6

void main() {
  vec2 plane = (gl_FragCoord.xy - uCorner) * uStep;
  vec3 pure = clamp(abs(mod(uHue + vec3(0.0, 4.0, 2.0), 6.0) - 3.0) - 1.0, 0.0, 1.0);
  color = vec4(plane.y * mix(vec3(1.0), pure, plane.x), 1.0);
}
