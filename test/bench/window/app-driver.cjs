// Loaded into an app's main process before the app itself (`electron -r`): runs scripts in its window for the bench, over the channel to
// the process that started it. No debugger is attached, which would keep what the page loads in memory and slow it down.
const { monitorEventLoopDelay } = require('node:perf_hooks')
const { app, BrowserWindow } = require('electron')

const contents = () => {
  const [window] = BrowserWindow.getAllWindows()
  if (!window) throw new Error('there is no window')
  return window.webContents
}

/** Commands of the DevTools protocol for the CPU profiler, one after the other; the last one's result. */
const profile = async (methods) => {
  const { debugger: tools } = contents()
  if (!tools.isAttached()) tools.attach()
  let result
  for (const method of methods) result = await tools.sendCommand(method)
  if (methods.includes('Profiler.stop')) tools.detach()
  return JSON.stringify(result?.profile ?? null)
}

/** Milliseconds of processor time that tasks of the page's main thread have taken since the first call. */
const taskTime = async () => {
  const { debugger: tools } = contents()
  if (!tools.isAttached()) tools.attach()
  await tools.sendCommand('Performance.enable', { timeDomain: 'threadTicks' })
  const { metrics } = await tools.sendCommand('Performance.getMetrics')
  return 1_000 * metrics.find(({ name }) => name === 'TaskDuration').value
}

/** Of the main process, where the core runs. */
const resolutionMs = 1
const delays = monitorEventLoopDelay({ resolution: resolutionMs })

/** The longest turn of the event loop since the last call, in milliseconds. */
const longestTurn = async () => {
  // A stall is counted in the turn after it.
  await new Promise((resolve) => setTimeout(resolve, 10 * resolutionMs))
  const longest = delays.max / 1e6
  delays.enable()
  delays.reset()
  return longest
}

const answer = ({ kind, text }) => {
  if (kind === 'longest-turn') return longestTurn()
  if (kind === 'task-time') return taskTime()
  if (kind === 'start-profile') return profile(['Profiler.enable', 'Profiler.start'])
  if (kind === 'stop-profile') return profile(['Profiler.stop'])
  if (kind === 'type') return contents().insertText(text)
  if (kind === 'pid') return contents().getOSProcessId()
  return contents().executeJavaScript(text, true)
}

process.on('message', async (message) => {
  try {
    process.send({ id: message.id, value: await answer(message) })
  } catch (error) {
    process.send({ id: message.id, error: String(error?.stack ?? error) })
  }
})

// Said once, when the script has run in the first page: what it resolves to. In the frame: of a page's contents Electron waits for all that
// still loads, thumbnails among it, before it runs a script.
const onPage = process.env.PACKSHOT_BENCH_ON_PAGE
app.on('browser-window-created', (_event, window) => {
  window.webContents.once('dom-ready', async () => {
    const value = onPage
      ? await window.webContents.mainFrame.executeJavaScript(onPage, true).catch((error) => ({ error: String(error) }))
      : null
    process.send({ id: 'ready', value })
  })
})
