// A part of a texture that is shown smaller than it is, premultiplied, far from any edge. Each channel has a factor of its own,
// for the reason that image-inside.frag.glsl gives.

in vec2 vTexel;
flat in vec4 vFill;

out vec4 color;

void main() {
  vec2 size = vec2(textureSize(uTexture, 0));
  vec2 texels = vec2(length(dFdx(vTexel) * size), length(dFdy(vTexel) * size));
  color = reduced(vTexel, findLevel(texels, 1.0)) * vFill;
}
