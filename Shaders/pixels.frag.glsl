// A picture of the target's size, pixel on pixel.

out vec4 color;

uniform sampler2D uPicture;

void main() {
  color = texelFetch(uPicture, ivec2(gl_FragCoord.xy), 0);
}
