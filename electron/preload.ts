import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { connectMessage, type WindowHost } from '../shared/base/window-host.ts'
import { channels } from './shell/channels.ts'

// Runs sandboxed before the page, in an isolated world. The page reaches the main process through its port and `dropFiles` only.

window.addEventListener('message', (event) => {
  const [port] = event.ports
  if (event.source === window && event.origin === location.origin && event.data === connectMessage && port)
    ipcRenderer.postMessage(channels.connect, null, [port])
})

const host: WindowHost<File> = {
  kind: 'electron',
  dropFiles: async (files, recursive, drop) => {
    const named = files.map((file) => ({ file, path: webUtils.getPathForFile(file) }))
    const paths = named.flatMap(({ path }) => path || [])
    if (paths.length > 0) await ipcRenderer.invoke(channels.dropPaths, { paths, recursive: recursive === true, drop })
    for (const { file, path } of named) {
      if (!path) await ipcRenderer.invoke(channels.dropBytes, { name: file.name, bytes: await file.arrayBuffer(), drop })
    }
  },
}

contextBridge.exposeInMainWorld('packshot', host)
