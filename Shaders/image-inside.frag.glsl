// A part of a texture, premultiplied, far from any edge. Each channel has a factor of its own, which are all alike: with one
// for all of them llvmpipe 22.3 left out green and blue in whole tiles of a window.

in vec2 vTexel;
flat in vec4 vFill;

out vec4 color;

uniform sampler2D uTexture;

void main() {
  color = texture(uTexture, vTexel) * vFill;
}
