// A pixel whose middle is inside; half the channel is left for what edges add to it.

out vec4 color;

void main() {
  color = vec4(128.0 / 255.0, 0.0, 0.0, 0.0);
}
