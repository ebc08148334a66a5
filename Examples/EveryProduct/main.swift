// Not an example: this client depends on every product, so that the build fails if a product needs a module that
// clients cannot import. A test compares the list with the manifest.
import Accessibility
import Application
import Catalog
import ColorManagement
import ColorPicker
import Colors
import Controls
import CrownBrowser
import Files
import FlipClock
import GPU
import Geometry
import Heraldry
import Images
import Input
import Localization
import Motion
import PaletteBrowser
import Palettes
import PlanarGeometry
import PosterEditor
import PosterGallery
import PosterScene
import Posters
import Printing
import Publishing
import Renderer
import Scene
import Statistics
import Tessellation
import Text
import Typography
import VectorArt
import Windowing
import Workers

print(Color(RGBA(hex: 0xc8102e)).text(as: .oklch))
print(PosterTemplate.all.map(\.name).joined(separator: ", "))
