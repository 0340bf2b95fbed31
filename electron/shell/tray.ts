import { Menu, nativeImage, Tray } from 'electron'

const size = 32

/** The tray icon: a white box with a lid on Packshot's blue; drawn here, BGRA. */
const drawIcon = (): Electron.NativeImage => {
  const pixels = Buffer.alloc(size * size * 4)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const isBox = x >= 8 && x < 24 && y >= 9 && y < 24 && y !== 14
      const isCorner = (x < 2 || x >= size - 2) && (y < 2 || y >= size - 2)
      const [blue, green, red] = isBox ? [255, 255, 255] : [226, 110, 34]
      pixels.set([blue ?? 0, green ?? 0, red ?? 0, isCorner ? 0 : 255], (y * size + x) * 4)
    }
  }
  return nativeImage.createFromBitmap(pixels, { width: size, height: size, scaleFactor: 2 })
}

/** Shows Packshot in the tray while it works or watches without a window. Without a tray, starting Packshot again shows the window. */
export const showTray = (what: string, actions: { readonly show: () => void; readonly quit: () => void }): Tray => {
  const tray = new Tray(drawIcon())
  tray.setToolTip(what)
  tray.setContextMenu(
    Menu.buildFromTemplate([
      { label: 'Show Packshot', click: actions.show },
      { label: 'Quit and continue at next start', click: actions.quit },
    ]),
  )
  tray.on('click', actions.show)
  return tray
}
