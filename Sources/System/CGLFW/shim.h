// GLFW without its own GL headers: those come from epoxy, and only to the GPU module.

#ifndef REGALIA_CGLFW_H
#define REGALIA_CGLFW_H

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

// GLFW declares it only together with the headers of Xlib, and a GLFW without X11 does not have it.
__attribute__((weak)) unsigned long glfwGetX11Window(GLFWwindow *window);

// The number of a window at the X11 display, or 0 where it has none.
static inline unsigned long regalia_x11_window(GLFWwindow *window) {
  return glfwGetX11Window ? glfwGetX11Window(window) : 0;
}

#endif
