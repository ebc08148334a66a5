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
  color = vec4(none + x * (one + x * (vXX + y * vXXY + x * vXXX)), 1.0);
}
