// Another program of an X11 display that goes, or says nothing, in the middle of what it has begun.
//
//   peer drag STEP WINDOW [proxy]   drags a text or, without proxy, a file over a window, and is gone after a step: enter, list, position, status, drop,
//                                   request, answer, incr; or it stays and says nothing: silent
//   peer ask STEP                   asks the owner of the clipboard, and is gone after a step: targets, text, multiple, incr, part
//   peer own STEP                   owns the clipboard until the end of input: silent, die, incr, stall, drip, wrong, twice
//   peer manage STEP                is the clipboard manager until the end of input: silent, die, take (prints the text), half
//   peer target STEP                has a window that takes drops, and goes at: enter, position, drop, request; or says nothing: silent
//   peer profile FILE               gives the display's monitor a profile, and stays until the end of input
//
// Build: cc peer.c -o peer -lxcb
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <xcb/xcb.h>

static xcb_connection_t *display;
static xcb_screen_t *screen;
static xcb_window_t own;

static xcb_atom_t atom(const char *name) {
  xcb_intern_atom_reply_t *reply =
      xcb_intern_atom_reply(display, xcb_intern_atom(display, 0, strlen(name), name), NULL);
  xcb_atom_t result = reply ? reply->atom : 0;
  free(reply);
  return result;
}

// Goes before anybody can answer what was said last; whatever it has made on the display goes with it.
static void vanish(void) {
  xcb_destroy_window(display, own);
  xcb_flush(display);
  free(xcb_get_input_focus_reply(display, xcb_get_input_focus(display), NULL));
  xcb_disconnect(display);
  exit(0);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

// Returns the next event, or NULL when none comes in some seconds or, where that is watched, the input has ended.
static xcb_generic_event_t *next(double seconds, int watchesInput) {
  double end = now() + seconds;
  for (;;) {
    xcb_flush(display);
    xcb_generic_event_t *event = xcb_poll_for_event(display);
    if (event) return event;
    double rest = end - now();
    if (rest <= 0 || xcb_connection_has_error(display)) return NULL;
    struct pollfd waits[2] = {{xcb_get_file_descriptor(display), POLLIN, 0}, {0, POLLIN, 0}};
    poll(waits, watchesInput ? 2 : 1, rest * 1000 + 1);
    char byte;
    if (watchesInput && waits[1].revents && read(0, &byte, 1) <= 0) return NULL;
  }
}

static void say(xcb_window_t about, xcb_window_t to, const char *name, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  xcb_client_message_event_t event = {0};
  event.response_type = XCB_CLIENT_MESSAGE;
  event.format = 32;
  event.window = about;
  event.type = atom(name);
  event.data.data32[0] = own;
  event.data.data32[1] = a;
  event.data.data32[2] = b;
  event.data.data32[3] = c;
  event.data.data32[4] = d;
  xcb_send_event(display, 0, to, 0, (char *)&event);
}

static uint32_t word(xcb_window_t window, const char *name) {
  xcb_get_property_reply_t *reply =
      xcb_get_property_reply(display, xcb_get_property(display, 0, window, atom(name), XCB_ATOM_ANY, 0, 1), NULL);
  uint32_t result = reply && xcb_get_property_value_length(reply) >= 4 ? *(uint32_t *)xcb_get_property_value(reply) : 0;
  free(reply);
  return result;
}

static void own_selection(const char *name) {
  xcb_set_selection_owner(display, own, atom(name), XCB_CURRENT_TIME);
  xcb_flush(display);
}

static void put(xcb_selection_request_event_t *request, xcb_atom_t kind, int format, const void *bytes, int count) {
  xcb_change_property(display, XCB_PROP_MODE_REPLACE, request->requestor, request->property, kind, format, count, bytes);
}

static void notify(xcb_selection_request_event_t *request) {
  xcb_selection_notify_event_t event = {0};
  event.response_type = XCB_SELECTION_NOTIFY;
  event.requestor = request->requestor;
  event.selection = request->selection;
  event.target = request->target;
  event.property = request->property;
  char bytes[32] = {0};
  memcpy(bytes, &event, sizeof event);
  xcb_send_event(display, 0, request->requestor, 0, bytes);
}

static void watch(xcb_window_t window) {
  uint32_t mask = XCB_EVENT_MASK_PROPERTY_CHANGE;
  xcb_change_window_attributes(display, window, XCB_CW_EVENT_MASK, &mask);
}

static void begin_incr(xcb_selection_request_event_t *request) {
  uint32_t size = 1 << 20;
  watch(request->requestor);
  put(request, atom("INCR"), 32, &size, 1);
  notify(request);
}

static int drag(const char *step, xcb_window_t window, int byProxy) {
  uint32_t proxy = byProxy ? word(window, "XdndProxy") : 0;
  xcb_window_t to = proxy ? proxy : window;
  xcb_atom_t text = atom(byProxy ? "UTF8_STRING" : "text/uri-list");
  if (strcmp(step, "enter") && strcmp(step, "list")) own_selection("XdndSelection");
  int lists = !strcmp(step, "list");
  say(window, to, "XdndEnter", 5u << 24 | lists, lists ? 0 : text, 0, 0);
  if (lists || !strcmp(step, "enter")) vanish();
  say(window, to, "XdndPosition", 0, 300 << 16 | 300, XCB_CURRENT_TIME, atom("XdndActionCopy"));
  if (!strcmp(step, "position")) vanish();
  int dropped = 0;
  for (;;) {
    xcb_generic_event_t *event = next(3, 0);
    if (!event) return 1;
    int kind = event->response_type & 0x7f;
    if (kind == XCB_CLIENT_MESSAGE && !dropped) {
      if (!strcmp(step, "status")) vanish();
      dropped = 1;
      say(window, to, "XdndDrop", 0, XCB_CURRENT_TIME, 0, 0);
      if (!strcmp(step, "drop")) vanish();
    }
    if (kind == XCB_SELECTION_REQUEST) {
      xcb_selection_request_event_t *request = (xcb_selection_request_event_t *)event;
      if (!strcmp(step, "request")) vanish();
      if (!strcmp(step, "incr")) {
        begin_incr(request);
        vanish();
      }
      if (!strcmp(step, "answer")) {
        put(request, text, 8, "file:///nowhere\r\n", 17);
        vanish();
      }
    }
    free(event);
  }
}

static int ask(const char *step) {
  xcb_atom_t property = atom("PEER");
  const char *target = !strcmp(step, "targets")    ? "TARGETS"
                       : !strcmp(step, "multiple") ? "MULTIPLE"
                       : !strcmp(step, "text")     ? "UTF8_STRING"
                                                   : "image/png";
  uint32_t pairs[] = {atom("UTF8_STRING"), atom("PEER_TEXT"), atom("TARGETS"), atom("PEER_TARGETS")};
  if (!strcmp(step, "multiple"))
    xcb_change_property(display, XCB_PROP_MODE_REPLACE, own, property, atom("ATOM_PAIR"), 32, 4, pairs);
  xcb_convert_selection(display, own, atom("CLIPBOARD"), atom(target), property, XCB_CURRENT_TIME);
  if (strcmp(step, "incr") && strcmp(step, "part")) vanish();
  for (int parts = 0;;) {
    xcb_generic_event_t *event = next(3, 0);
    if (!event) return 1;
    int kind = event->response_type & 0x7f;
    if (kind == XCB_SELECTION_NOTIFY) {
      if (!strcmp(step, "incr")) vanish();
      xcb_delete_property(display, own, property);
    }
    if (kind == XCB_PROPERTY_NOTIFY && ((xcb_property_notify_event_t *)event)->state == XCB_PROPERTY_NEW_VALUE &&
        ++parts == 2)
      vanish();
    free(event);
  }
}

static int hold(const char *step) {
  own_selection("CLIPBOARD");
  puts("ready");
  fflush(stdout);
  char text[] = "#c8102e";
  for (xcb_generic_event_t *event; (event = next(3600, 1)); free(event)) {
    int kind = event->response_type & 0x7f;
    if (kind == XCB_SELECTION_CLEAR) break;
    if (kind == XCB_PROPERTY_NOTIFY) {
      xcb_property_notify_event_t *change = (xcb_property_notify_event_t *)event;
      if (change->state != XCB_PROPERTY_DELETE) continue;
      if (!strcmp(step, "incr")) vanish();
      if (strcmp(step, "drip")) continue;
      usleep(100000);
      xcb_change_property(display, XCB_PROP_MODE_REPLACE, change->window, change->atom, atom("UTF8_STRING"), 8, 1, "x");
    }
    if (kind != XCB_SELECTION_REQUEST) continue;
    xcb_selection_request_event_t *request = (xcb_selection_request_event_t *)event;
    if (!strcmp(step, "die")) vanish();
    if (!strcmp(step, "silent")) continue;
    if (!strcmp(step, "incr") || !strcmp(step, "stall") || !strcmp(step, "drip")) {
      begin_incr(request);
      continue;
    }
    xcb_atom_t type = strcmp(step, "wrong") ? request->target : XCB_ATOM_WINDOW;
    put(request, type, strcmp(step, "wrong") ? 8 : 32, text, strcmp(step, "wrong") ? 7 : 1);
    for (int count = strcmp(step, "twice") ? 1 : 10000; count; count--) notify(request);
  }
  return 0;
}

static int manage(const char *step) {
  own_selection("CLIPBOARD_MANAGER");
  puts("ready");
  fflush(stdout);
  xcb_selection_request_event_t asked = {0};
  for (xcb_generic_event_t *event; (event = next(3600, 1)); free(event)) {
    int kind = event->response_type & 0x7f;
    if (kind == XCB_SELECTION_REQUEST) {
      if (!strcmp(step, "die")) vanish();
      if (!strcmp(step, "silent")) continue;
      asked = *(xcb_selection_request_event_t *)event;
      xcb_convert_selection(display, own, atom("CLIPBOARD"), atom("UTF8_STRING"), atom("PEER"), XCB_CURRENT_TIME);
      if (!strcmp(step, "half")) vanish();
    }
    if (kind == XCB_SELECTION_NOTIFY) {
      xcb_get_property_reply_t *reply = xcb_get_property_reply(
          display, xcb_get_property(display, 1, own, atom("PEER"), XCB_ATOM_ANY, 0, 1 << 16), NULL);
      if (reply) printf("%.*s\n", xcb_get_property_value_length(reply), (char *)xcb_get_property_value(reply));
      fflush(stdout);
      free(reply);
      notify(&asked);
    }
  }
  return 0;
}

static int target(const char *step) {
  xcb_window_t window = xcb_generate_id(display);
  xcb_create_window(display, 0, window, screen->root, 700, 300, 400, 400, 0, XCB_WINDOW_CLASS_INPUT_OUTPUT, 0, 0, NULL);
  uint32_t version = 5;
  xcb_change_property(display, XCB_PROP_MODE_REPLACE, window, atom("XdndAware"), XCB_ATOM_ATOM, 32, 1, &version);
  xcb_change_property(display, XCB_PROP_MODE_REPLACE, window, XCB_ATOM_WM_NAME, XCB_ATOM_STRING, 8, 4, "Peer");
  xcb_map_window(display, window);
  puts("ready");
  fflush(stdout);
  own = window;
  for (xcb_generic_event_t *event; (event = next(3600, 1)); free(event)) {
    if ((event->response_type & 0x7f) != XCB_CLIENT_MESSAGE) continue;
    xcb_client_message_event_t *message = (xcb_client_message_event_t *)event;
    if (message->type == atom("XdndEnter") && !strcmp(step, "enter")) vanish();
    if (message->type == atom("XdndPosition") && strcmp(step, "silent")) {
      if (!strcmp(step, "position")) vanish();
      say(message->data.data32[0], message->data.data32[0], "XdndStatus", 1, 0, 0, atom("XdndActionCopy"));
    }
    if (message->type == atom("XdndDrop")) {
      if (!strcmp(step, "request"))
        xcb_convert_selection(
            display, window, atom("XdndSelection"), atom("text/uri-list"), atom("PEER"), XCB_CURRENT_TIME);
      vanish();
    }
  }
  return 0;
}

static int profile(const char *path) {
  char *bytes = malloc(1 << 20);
  FILE *file = fopen(path, "rb");
  if (!file) return 2;
  int count = fread(bytes, 1, 1 << 20, file);
  fclose(file);
  xcb_change_property(
      display, XCB_PROP_MODE_REPLACE, screen->root, atom("_ICC_PROFILE"), XCB_ATOM_CARDINAL, 8, count, bytes);
  xcb_flush(display);
  puts("ready");
  fflush(stdout);
  while (next(3600, 1)) {}
  return 0;
}

int main(int count, char **words) {
  if (count < 3) return 2;
  display = xcb_connect(NULL, NULL);
  if (xcb_connection_has_error(display)) return 3;
  screen = xcb_setup_roots_iterator(xcb_get_setup(display)).data;
  own = xcb_generate_id(display);
  uint32_t mask = XCB_EVENT_MASK_PROPERTY_CHANGE;
  xcb_create_window(
      display, 0, own, screen->root, 0, 0, 1, 1, 0, XCB_WINDOW_CLASS_INPUT_OUTPUT, 0, XCB_CW_EVENT_MASK, &mask);
  const char *way = words[1], *step = words[2];
  if (!strcmp(way, "drag") && count > 3) return drag(step, strtoul(words[3], NULL, 0), count > 4);
  if (!strcmp(way, "ask")) return ask(step);
  if (!strcmp(way, "own")) return hold(step);
  if (!strcmp(way, "manage")) return manage(step);
  if (!strcmp(way, "target")) return target(step);
  if (!strcmp(way, "profile")) return profile(step);
  return 2;
}
