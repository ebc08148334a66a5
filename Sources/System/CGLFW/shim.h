// GLFW without its own GL headers: those come from epoxy, and only to the GPU module.

#ifndef REGALIA_CGLFW_H
#define REGALIA_CGLFW_H

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#endif
