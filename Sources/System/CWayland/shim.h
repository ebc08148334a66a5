// The library of Wayland's clients. Swift would bind to a copy of an interface, which has to live as long as the object.

#ifndef REGALIA_CWAYLAND_H
#define REGALIA_CWAYLAND_H

#include <wayland-client.h>

static inline struct wl_seat *regalia_bind_seat(struct wl_registry *registry, uint32_t name, uint32_t version) {
  return wl_registry_bind(registry, name, &wl_seat_interface, version);
}

static inline struct wl_data_device_manager *regalia_bind_data_device_manager(
    struct wl_registry *registry, uint32_t name, uint32_t version) {
  return wl_registry_bind(registry, name, &wl_data_device_manager_interface, version);
}

#endif
