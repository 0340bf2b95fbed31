import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import presetMantine from 'postcss-preset-mantine'
import { build } from 'vite'
import { gatherNotices, noticesFile } from '../../build/notices/gather-notices.ts'
import { renderPage } from '../../electron/core/window/page-policy.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}

/** Builds the window as it is shipped, except for its bridge, which connects to a core in memory. */
export const buildHarness = async (outDir: string): Promise<void> => {
  const before = process.env.NODE_ENV
  // Vitest sets it to `test`, with which React would be its slow development build.
  process.env.NODE_ENV = 'production'
  await build({
    configFile: false,
    logLevel: 'warn',
    root: at('../../renderer'),
    plugins: [
      react(),
      {
        name: 'fake-bridge',
        enforce: 'pre',
        resolveId: (source) => (source.endsWith('/bridge.ts') && !source.includes('fake') ? at('./fake-bridge.ts') : null),
        generateBundle() {
          this.emitFile({ type: 'asset', fileName: noticesFile, source: gatherNotices(at('../..'), ['react', 'zod', 'libheif-js']) })
        },
      },
    ],
    css: { postcss: { plugins: [presetMantine()] } },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'chrome130',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 2_000,
    },
  }).finally(() => {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  })
}

/** Serves it with the policy that the hosts send. */
export const serveHarness = async (outDir: string): Promise<{ readonly url: string; readonly close: () => void }> => {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const bytes = await readFile(join(outDir, path === '/' ? 'index.html' : path)).catch(() => null)
    if (!bytes) return void response.writeHead(404).end()
    if (path !== '/')
      return void response
        .writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream', 'cache-control': 'max-age=3600' })
        .end(bytes)
    const page = renderPage(bytes.toString('utf8'))
    response.writeHead(200, { 'content-type': 'text/html', ...page.headers }).end(page.html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}
