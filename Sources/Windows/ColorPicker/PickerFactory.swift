public import Controls

extension PickerPanel: ColorPicking {}

extension ColorPickerFactory {
  /// Makes ``PickerPanel``s and ``PicturePanel``s, and remembers colours as ``RecentColors`` does.
  public static let panels = ColorPickerFactory(
    make: { request, interface, clipboard in
      var options = PickerPanel.Options(
        color: request.color, hasAlpha: request.hasAlpha, recentColors: request.recentColors)
      (options.isCompact, options.isLive) = (request.isCompact, true)
      return PickerPanel(options: options, interface: interface, clipboard: clipboard)
    },
    makeForPicture: { picture, name, language, take in
      PicturePanel(picture, name: name, language: language, onTake: take)
    }, recentColors: { RecentColors(folder: $0).colors }, keep: { RecentColors.keep($0, in: $1) })
}
