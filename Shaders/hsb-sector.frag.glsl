// Saturation rightward and brightness upward at one hue, without a branch or a loop.
//
// Six programs come from this one text: @ORDER@ is the order of red, green and blue in one 60 degree sector,
// where `most` is V, `least` is V - C and `between` lies between them by the hue's place in the sector.

out vec4 color;

uniform vec2 uCorner;   // the bottom left pixel's centre, in pixels of the target
uniform vec2 uStep;     // what one pixel rightward and upward adds: 1 / (N - 1)
uniform float uFall;    // how much of C the middle channel lacks, 0...1
uniform float uOpacity;

void main() {
  vec2 plane = (gl_FragCoord.xy - uCorner) * uStep;
  float most = plane.y;
  float chroma = plane.x * plane.y;
  float least = most - chroma;
  float between = most - chroma * uFall;
  color = vec4(@ORDER@, 1.0) * uOpacity;
}
