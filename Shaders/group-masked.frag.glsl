// Draws a rendered group through the alpha of another picture; both have the same layout in their textures. The
// colour attribute holds the offset between their texels and the pixels.

uniform sampler2D uPicture;
uniform sampler2D uMask;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy + vFill.xy);
  float seen = edgeCoverage() * vShape.w * texelFetch(uMask, pixel, 0).a;
  color = texelFetch(uPicture, pixel, 0) * seen + nothing();
}
