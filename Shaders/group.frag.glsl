// A picture drawn before, premultiplied, pixel on pixel, cut to a rounded rectangle.

uniform sampler2D uPicture;

void main() {
  color = texelFetch(uPicture, ivec2(gl_FragCoord.xy), 0) * (edgeCoverage() * vShape.w) + nothing();
}
