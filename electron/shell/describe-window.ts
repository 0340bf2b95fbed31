import type { BrowserWindowConstructorOptions, Rectangle } from 'electron'

/** The page's own (renderer/theme.ts). */
const lightBackground = '#ffffff'
const darkBackground = '#181a1f'

type Options = {
  readonly place: Partial<Rectangle>
  /** Absolute path of the built preload. */
  readonly preload: string
  readonly isDark: boolean
}

/** Our window: sandboxed and isolated, hidden until there is something to see. */
export const describeWindow = ({ place, preload, isDark }: Options): BrowserWindowConstructorOptions => ({
  ...place,
  minWidth: 640,
  minHeight: 480,
  show: false,
  title: 'Packshot',
  // Shown until the page has drawn, and while the window grows.
  backgroundColor: isDark ? darkBackground : lightBackground,
  webPreferences: {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    webviewTag: false,
    navigateOnDragDrop: false,
    // Chromium would fetch dictionaries from the network.
    spellcheck: false,
    // Our page is the same at every start: its compiled code is kept from the first one on.
    v8CacheOptions: 'bypassHeatCheck',
  },
})

/** How a window with something to see is shown. Maximizing shows it, so that comes no earlier: an empty one would flash. */
export const showing = (wasMaximized: boolean): readonly ('maximize' | 'show')[] => (wasMaximized ? ['maximize', 'show'] : ['show'])
