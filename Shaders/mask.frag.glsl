// One ink through a coverage mask.

in vec2 vTexel;
flat in vec4 vFill;
flat in vec4 vShape;

out vec4 color;

uniform sampler2D uTexture;

void main() {
  color = vFill * (texture(uTexture, vTexel).r * vShape.w);
}
