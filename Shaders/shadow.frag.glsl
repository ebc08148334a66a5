// The Gaussian shadow of a rounded rectangle: exact along x, summed along y.
// After E. Wallace, "Fast Rounded Rectangle Shadows" (2014).

float rowShadow(float x, float y, float sigma, float corner, vec2 halfSize) {
  float delta = min(halfSize.y - corner - abs(y), 0.0);
  float curved = halfSize.x - corner + sqrt(max(0.0, corner * corner - delta * delta));
  vec2 integral = 0.5 + 0.5 * errorFunction((x + vec2(-curved, curved)) * (0.70710678 / sigma));
  return integral.y - integral.x;
}

void main() {
  vec2 halfSize = 0.5 * vBox.zw;
  vec2 point = findPlace() - (vBox.xy + halfSize);
  float sigma = max(0.5 * vShape.z, 0.05);
  float low = max(-3.0 * sigma, point.y - halfSize.y);
  float high = min(3.0 * sigma, point.y + halfSize.y);
  float step = (high - low) / 8.0;
  float y = low + 0.5 * step;
  float value = 0.0;
  for (int i = 0; i < 8; i++) {
    float weight = 0.39894228 / sigma * exp(-0.5 * y * y / (sigma * sigma));
    value += rowShadow(point.x, point.y - y, sigma, vShape.x, halfSize) * weight * step;
    y += step;
  }
  color = vFill * (clamp(value, 0.0, 1.0) * vShape.w) + nothing();
}
