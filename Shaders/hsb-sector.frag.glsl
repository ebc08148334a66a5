// Saturation rightward and brightness upward at one hue, without a branch or a loop.
//
// Six programs come from this one text: @ORDER@ is the order of red, green and blue in one 60 degree sector,
// where `most` is V, `least` is V - C and `between` lies between them by the hue's place in the sector.

out vec4 color;

in vec2 vTexel;       // saturation and brightness; whole ends fall on the centres of the outermost pixels
uniform float uFall;  // how much of C the middle channel lacks, 0...1

void main() {
  float most = vTexel.y;
  float chroma = vTexel.x * vTexel.y;
  float least = most - chroma;
  float between = most - chroma * uFall;
  color = vec4(@ORDER@, 1.0);
}
