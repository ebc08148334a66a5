// The Gaussian shadow of a rectangle whose corners are much smaller than the blur: a product of what it is along x and y.

void main() {
  vec2 halfSize = 0.5 * vBox.zw;
  vec2 point = findPlace() - (vBox.xy + halfSize);
  float scale = 0.70710678 / max(0.5 * vShape.z, 0.05);
  vec2 covered = 0.5 * (errorFunction((point + halfSize) * scale) - errorFunction((point - halfSize) * scale));
  color = vFill * (clamp(covered.x * covered.y, 0.0, 1.0) * vShape.w) + nothing();
}
