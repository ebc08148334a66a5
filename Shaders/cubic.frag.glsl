// Colours that are cubics of the place in a cell.

out vec4 color;

in vec2 vPlace;
flat in vec3 vConstant;
flat in vec3 vY;
flat in vec3 vYY;
flat in vec3 vYYY;
flat in vec3 vX;
flat in vec3 vXY;
flat in vec3 vXYY;
flat in vec3 vXX;
flat in vec3 vXXY;
flat in vec3 vXXX;

void main() {
  float x = vPlace.x;
  float y = vPlace.y;
  vec3 none = vConstant + y * (vY + y * (vYY + y * vYYY));
  vec3 one = vX + y * (vXY + y * vXYY);
  vec3 channels = none + x * (one + x * (vXX + y * vXXY + x * vXXX));
  // A graphics card may be off by a tenth of a level where it rounds.
  color = vec4(floor(channels * 255.0 + 0.5) / 255.0, 1.0);
}
