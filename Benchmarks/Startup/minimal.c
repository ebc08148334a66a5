// The least that a program with a window, OpenGL ES 3 and shaped text can do: one frame, then the end.
// It is what the picker's start is measured against.

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <pango/pangocairo.h>
#include <stdio.h>
#include <stdlib.h>

static GLuint compiled(GLenum kind, const char *text) {
  GLuint shader = glCreateShader(kind);
  glShaderSource(shader, 1, &text, NULL);
  glCompileShader(shader);
  return shader;
}

int main(int argc, char **argv) {
  int frames = argc > 1 ? atoi(argv[1]) : 1;
  if (!glfwInit()) return 3;
  glfwWindowHint(GLFW_CONTEXT_CREATION_API, GLFW_EGL_CONTEXT_API);
  glfwWindowHint(GLFW_CLIENT_API, GLFW_OPENGL_ES_API);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  GLFWwindow *window = glfwCreateWindow(440, 560, "minimal", NULL, NULL);
  if (!window) return 3;
  glfwMakeContextCurrent(window);

  PangoContext *context = pango_font_map_create_context(pango_cairo_font_map_get_default());
  PangoLayout *layout = pango_layout_new(context);
  PangoFontDescription *font = pango_font_description_from_string("Inter 13");
  pango_layout_set_font_description(layout, font);
  pango_layout_set_text(layout, "Colour picker", -1);
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 256, 32);
  cairo_t *cairo = cairo_create(surface);
  pango_cairo_show_layout(cairo, layout);
  cairo_surface_flush(surface);

  GLuint texture;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, 256, 32, 0, GL_RED, GL_UNSIGNED_BYTE, cairo_image_surface_get_data(surface));
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);

  GLuint program = glCreateProgram();
  glAttachShader(program, compiled(GL_VERTEX_SHADER,
    "#version 300 es\nout vec2 t;void main(){t=vec2(gl_VertexID&1,gl_VertexID>>1);"
    "gl_Position=vec4(t.x*1.2-1.0,0.9-t.y*0.1,0,1);}"));
  glAttachShader(program, compiled(GL_FRAGMENT_SHADER,
    "#version 300 es\nprecision highp float;in vec2 t;out vec4 c;uniform sampler2D s;"
    "void main(){c=vec4(vec3(1.0-texture(s,t).r),1);}"));
  glLinkProgram(program);
  GLuint array;
  glGenVertexArrays(1, &array);
  glBindVertexArray(array);
  for (int frame = 0; frame < frames; frame++) {
    int width, height;
    glfwGetFramebufferSize(window, &width, &height);
    glViewport(0, 0, width, height);
    glClearColor(0.95f, 0.95f, 0.95f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glUseProgram(program);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glfwSwapBuffers(window);
    glfwPollEvents();
  }
  glFinish();
  glfwDestroyWindow(window);
  glfwTerminate();
  return 0;
}
