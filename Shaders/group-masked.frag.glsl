// A picture drawn before, seen as far as another one's alpha lets it; both lie in their textures alike. In the place of a colour
// it has how far their texels lie from the pixels.

uniform sampler2D uPicture;
uniform sampler2D uMask;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy + vFill.xy);
  float seen = edgeCoverage() * vShape.w * texelFetch(uMask, pixel, 0).a;
  color = texelFetch(uPicture, pixel, 0) * seen + nothing();
}
