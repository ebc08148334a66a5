// A part of an opaque texture, far from any edge. Nothing is computed: a driver without a graphics card copies it then.

in vec2 vTexel;

out vec4 color;

uniform sampler2D uTexture;

void main() {
  color = texture(uTexture, vTexel);
}
