// A rounded rectangle with a border, or what the programs of flat rectangles and of masks draw: a window's first frame waits
// for each program that it draws with. vShape.z says which.

uniform sampler2D uTexture;

void main() {
  if (vShape.z < -1.5) {
    color = vFill * (texture(uTexture, vPlace.zw).r * vShape.w);
  } else if (vShape.z < -0.5) {
    color = vFill;
  } else {
    color = bordered();
  }
}
