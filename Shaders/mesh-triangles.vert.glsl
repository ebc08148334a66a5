// The corners of a mesh's triangles.

layout(location = 0) in vec3 aVertex;  // place and slot

void main() {
  gl_Position = inClipSpace(onSheet(mapping(int(aVertex.z)), aVertex.xy));
}
