// The error function to 5e-4 (Abramowitz and Stegun 7.1.27).
vec2 errorFunction(vec2 x) {
  vec2 s = sign(x), a = abs(x);
  x = 1.0 + (0.278393 + (0.230389 + 0.078108 * (a * a)) * a) * a;
  x *= x;
  return s - s / (x * x);
}
