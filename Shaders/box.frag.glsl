// A rounded rectangle with a border inside its edge.

void main() {
  color = bordered() + nothing();
}
