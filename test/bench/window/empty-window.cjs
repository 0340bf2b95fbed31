// The least that shows a window: what the time from start to usable window is measured against.
const { app, BrowserWindow } = require('electron')

const [, , stateFolder] = process.argv
app.setPath('userData', stateFolder)
void app.whenReady().then(() => {
  const webPreferences = { sandbox: true, contextIsolation: true, nodeIntegration: false, spellcheck: false }
  const window = new BrowserWindow({ width: 1280, height: 800, show: false, webPreferences })
  window.once('ready-to-show', () => window.show())
  void window.loadURL('data:text/html,<!doctype html><title>Empty</title>')
})
process.once('SIGTERM', () => app.exit(0))
