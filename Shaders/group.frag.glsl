// A picture drawn before, premultiplied, pixel on pixel, cut to a rounded rectangle. In the place of a colour it has how far its
// texels lie from the pixels.

uniform sampler2D uPicture;

void main() {
  color = texelFetch(uPicture, ivec2(gl_FragCoord.xy + vFill.xy), 0) * (edgeCoverage() * vShape.w) + nothing();
}
