// One colour.

flat in vec4 vFill;

out vec4 color;

void main() {
  color = vFill;
}
