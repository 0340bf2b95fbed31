import { cp, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The build output, unchanged. */
export const realBuild = at('out')

/** The build output with another page (a folder of ours) in place of the real one. Inside `out/`, where packages are found. */
export const makePageBuild = async (name: string, page: string): Promise<string> => {
  const folder = at(`out/test-${name}`)
  await rm(folder, { recursive: true, force: true })
  await cp(at('out/main'), `${folder}/main`, { recursive: true })
  await cp(at('out/preload'), `${folder}/preload`, { recursive: true })
  await build({
    root: at(page),
    base: '/',
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: `${folder}/renderer`,
      emptyOutDir: true,
      target: 'chrome130',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  })
  return folder
}

/** The build output with a page that contains only the bridge (`window.bridge`). Built separately for each caller's `name`. */
export const makeBridgeBuild = (name: string): Promise<string> => makePageBuild(name, 'test/support/bridge-page')
