// A picture drawn before, premultiplied, pixel on pixel, cut to a rounded rectangle.

uniform sampler2D uPicture;

void main() {
  float edge = edgeDistance();
  color = texelFetch(uPicture, ivec2(gl_FragCoord.xy), 0) * (coverage(edge, slopeOf(edge)) * vShape.w);
}
