"""A wall of pictures that scrolls in Qt Quick; prints the processor time of a frame, in milliseconds.

The argument names the folder of the pictures.
"""

import pathlib
import sys
import time

from PySide6.QtCore import QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtQml import QQmlComponent
from PySide6.QtQuick import QQuickView

WARM_UP, FRAMES = 60, 300

SCENE = b"""
import QtQuick
GridView {
  id: wall
  cellWidth: 1280 / 6
  cellHeight: 301
  cacheBuffer: 800
  model: pictures
  delegate: Image { source: modelData; width: 185; height: 277 }
  property int way: 7
  function step() {
    var top = contentHeight - height
    var next = contentY + way
    if (next < 0 || next > top) { way = -way; next = Math.min(Math.max(next, 0), top) }
    contentY = next
  }
}
"""

application = QGuiApplication(sys.argv)
view = QQuickView()
pictures = [QUrl.fromLocalFile(str(path)) for path in sorted(pathlib.Path(sys.argv[1]).iterdir())]
view.engine().rootContext().setContextProperty("pictures", pictures)
component = QQmlComponent(view.engine())
component.setData(SCENE, QUrl("wall.qml"))
wall = component.create(view.engine().rootContext())
view.setContent(QUrl("wall.qml"), component, wall)
view.setResizeMode(QQuickView.ResizeMode.SizeRootObjectToView)
view.resize(1280, 800)
view.setColor("#242424")

state = {"frame": 0, "start": 0.0}


def swapped():
    state["frame"] += 1
    if state["frame"] == WARM_UP:
        state["start"] = time.process_time()
    if state["frame"] == WARM_UP + FRAMES:
        print((time.process_time() - state["start"]) / FRAMES * 1000, flush=True)
        application.quit()
    wall.step()
    view.update()


view.frameSwapped.connect(swapped)
view.show()
application.exec()
