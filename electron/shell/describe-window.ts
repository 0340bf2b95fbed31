import type { BrowserWindowConstructorOptions, Rectangle } from 'electron'

/** The page's own (renderer/theme.ts). */
const lightBackground = '#ffffff'
const darkBackground = '#181a1f'

type Options = {
  readonly place: Partial<Rectangle>
  /** Absolute path of the built preload. */
  readonly preload: string
  readonly isDark: boolean
  /** A file; where the system takes it from the program, none. */
  readonly icon: string | undefined
}

/** Our window: sandboxed and isolated, hidden until its first paint. */
export const describeWindow = ({ place, preload, isDark, icon }: Options): BrowserWindowConstructorOptions => ({
  ...place,
  minWidth: 640,
  minHeight: 480,
  show: false,
  title: 'Packshot',
  ...(icon !== undefined && { icon }),
  // Background color before the first paint, and while the window grows.
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
    // Our page is the same at every start, so its compiled code is cached from the first start on.
    v8CacheOptions: 'bypassHeatCheck',
  },
})

/** Shows a window after its first paint. Maximizing also shows it, so that must not come earlier: an empty window would flash. */
export const showing = (wasMaximized: boolean): readonly ('maximize' | 'show')[] => (wasMaximized ? ['maximize', 'show'] : ['show'])
