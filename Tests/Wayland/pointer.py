"""A mouse for a compositor that has none, by wlr-virtual-pointer-unstable-v1.

Stays plugged in and reads lines: `move X Y WIDTH HEIGHT` in a layout of that size, `down`, `up`.
"""

import sys
import time

from pywayland.client import Display
from pywayland.protocol.wayland import WlSeat
from pywayland.protocol_core import Argument, ArgumentType, Global, Interface, Proxy, Resource


class VirtualPointer(Interface):
    name = "zwlr_virtual_pointer_v1"
    version = 1


class VirtualPointerProxy(Proxy):
    interface = VirtualPointer

    @VirtualPointer.request(
        Argument(ArgumentType.Uint), Argument(ArgumentType.Fixed), Argument(ArgumentType.Fixed)
    )
    def motion(self, milliseconds, x, y):
        self._marshal(0, milliseconds, x, y)

    @VirtualPointer.request(*[Argument(ArgumentType.Uint)] * 5)
    def motion_absolute(self, milliseconds, x, y, width, height):
        self._marshal(1, milliseconds, x, y, width, height)

    @VirtualPointer.request(*[Argument(ArgumentType.Uint)] * 3)
    def button(self, milliseconds, button, state):
        self._marshal(2, milliseconds, button, state)

    @VirtualPointer.request(
        Argument(ArgumentType.Uint), Argument(ArgumentType.Uint), Argument(ArgumentType.Fixed)
    )
    def axis(self, milliseconds, axis, value):
        self._marshal(3, milliseconds, axis, value)

    @VirtualPointer.request()
    def frame(self):
        self._marshal(4)


class Manager(Interface):
    name = "zwlr_virtual_pointer_manager_v1"
    version = 1


class ManagerProxy(Proxy):
    interface = Manager

    @Manager.request(
        Argument(ArgumentType.Object, interface=WlSeat, nullable=True),
        Argument(ArgumentType.NewId, interface=VirtualPointer),
    )
    def create_virtual_pointer(self, seat):
        return self._marshal_constructor(0, VirtualPointer, seat)


class VirtualPointerResource(Resource):
    interface = VirtualPointer


class VirtualPointerGlobal(Global):
    interface = VirtualPointer


class ManagerResource(Resource):
    interface = Manager


class ManagerGlobal(Global):
    interface = Manager


for interface, proxy, resource, all_of_them in [
    (VirtualPointer, VirtualPointerProxy, VirtualPointerResource, VirtualPointerGlobal),
    (Manager, ManagerProxy, ManagerResource, ManagerGlobal),
]:
    interface._gen_c()
    interface.proxy_class = proxy
    interface.resource_class = resource
    interface.global_class = all_of_them

display = Display()
display.connect()
registry = display.get_registry()
found = []
registry.dispatcher["global"] = lambda registry, name, interface, version: (
    found.append(registry.bind(name, Manager, 1)) if interface == Manager.name else None
)
display.roundtrip()
pointer = found[0].create_virtual_pointer(None)
display.roundtrip()
for line in sys.stdin:
    words = line.split()
    now = int(time.monotonic() * 1000) & 0xFFFFFFFF
    if words[0] == "move":
        pointer.motion_absolute(now, *[int(float(word)) for word in words[1:5]])
    else:
        pointer.button(now, 0x110, words[0] == "down")
    pointer.frame()
    display.roundtrip()
    print("done", flush=True)
