"""A keyboard with the keys where American ones have them, by virtual-keyboard-unstable-v1.

Stays plugged in, types each line that it reads, and says so. wtype makes up where keys are, by which IBus goes.
"""

import subprocess
import sys
import tempfile
import time

from pywayland.client import Display
from pywayland.protocol.wayland import WlSeat
from pywayland.protocol_core import Argument, ArgumentType, Global, Interface, Proxy, Resource


class VirtualKeyboard(Interface):
    name = "zwp_virtual_keyboard_v1"
    version = 1


class VirtualKeyboardProxy(Proxy):
    interface = VirtualKeyboard

    @VirtualKeyboard.request(
        Argument(ArgumentType.Uint), Argument(ArgumentType.FileDescriptor), Argument(ArgumentType.Uint)
    )
    def keymap(self, form, file, size):
        self._marshal(0, form, file, size)

    @VirtualKeyboard.request(*[Argument(ArgumentType.Uint)] * 3)
    def key(self, milliseconds, key, state):
        self._marshal(1, milliseconds, key, state)

    @VirtualKeyboard.request(*[Argument(ArgumentType.Uint)] * 4)
    def modifiers(self, depressed, latched, locked, group):
        self._marshal(2, depressed, latched, locked, group)


class Manager(Interface):
    name = "zwp_virtual_keyboard_manager_v1"
    version = 1


class ManagerProxy(Proxy):
    interface = Manager

    @Manager.request(
        Argument(ArgumentType.Object, interface=WlSeat),
        Argument(ArgumentType.NewId, interface=VirtualKeyboard),
    )
    def create_virtual_keyboard(self, seat):
        return self._marshal_constructor(0, VirtualKeyboard, seat)


class VirtualKeyboardResource(Resource):
    interface = VirtualKeyboard


class VirtualKeyboardGlobal(Global):
    interface = VirtualKeyboard


class ManagerResource(Resource):
    interface = Manager


class ManagerGlobal(Global):
    interface = Manager


for interface, proxy, resource, all_of_them in [
    (VirtualKeyboard, VirtualKeyboardProxy, VirtualKeyboardResource, VirtualKeyboardGlobal),
    (Manager, ManagerProxy, ManagerResource, ManagerGlobal),
]:
    interface._gen_c()
    interface.proxy_class = proxy
    interface.resource_class = resource
    interface.global_class = all_of_them

CODES = {
    letter: first + place
    for first, row in ((16, "qwertyuiop"), (30, "asdfghjkl"), (44, "zxcvbnm"), (57, " "))
    for place, letter in enumerate(row)
}
display = Display()
display.connect()
registry = display.get_registry()
found = {}


def announce(registry, name, interface, version):
    for wanted in (Manager, WlSeat):
        if interface == wanted.name:
            found[interface] = registry.bind(name, wanted, 1)


registry.dispatcher["global"] = announce
display.roundtrip()
keyboard = found[Manager.name].create_virtual_keyboard(found["wl_seat"])
with tempfile.TemporaryFile() as file:
    keymap = subprocess.run(["xkbcli", "compile-keymap", "--layout", "us"], capture_output=True, check=True).stdout
    file.write(keymap + b"\0")
    file.flush()
    keyboard.keymap(1, file.fileno(), len(keymap) + 1)
    display.roundtrip()


def now():
    return int(time.monotonic() * 1000) & 0xFFFFFFFF


print("ready", flush=True)
for line in sys.stdin:
    for letter in line.rstrip("\n"):
        keyboard.modifiers(1 if letter.isupper() else 0, 0, 0, 0)
        for state in (1, 0):
            keyboard.key(now(), CODES[letter.lower()], state)
            display.roundtrip()
            time.sleep(0.02)
        keyboard.modifiers(0, 0, 0, 0)
        display.roundtrip()
    print("done", flush=True)
