import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import type { WhyNoUpdates } from '../../shared/base/updates.ts'

/** The file in which a package names its updater: written by electron-builder, only for systems with their own packages. */
const readKindOfPackage = (): string => {
  try {
    return readFileSync(join(process.resourcesPath, 'package-type'), 'utf8').trim()
  } catch {
    return ''
  }
}

export type UpdateSource =
  | { readonly kind: 'none'; readonly why: WhyNoUpdates }
  /**
   * `key`: of those who may make a version (signed-update.ts). `installsAtQuit`: a version that was offered is installed when Packshot is
   * quit. Not on Linux: an AppImage would be replaced, and a package manager ask for a password, without anybody wanting that now.
   */
  | { readonly kind: 'feed'; readonly configFile: string; readonly key: string; readonly installsAtQuit: boolean }

/** Packaging writes the key into the app's own package.json (build/package/builder-config.ts). */
const readKey = (): string => {
  if (!app.isPackaged) return process.env.PACKSHOT_UPDATE_PUBLIC_KEY ?? ''
  const { updateKey } = JSON.parse(readFileSync(join(app.getAppPath(), 'package.json'), 'utf8')) as { readonly updateKey?: string }
  return updateKey ?? ''
}

/**
 * Whether this Packshot can update itself, and from where: the build writes the address into the package. Only one that is
 * not installed reads it from the environment (PACKSHOT_UPDATE_CONFIG and PACKSHOT_UPDATE_PUBLIC_KEY, for tests).
 */
export const findUpdateSource = (): UpdateSource => {
  const configFile = app.isPackaged ? join(process.resourcesPath, 'app-update.yml') : process.env.PACKSHOT_UPDATE_CONFIG
  if (!configFile) return { kind: 'none', why: 'not-installed' }
  if (!existsSync(configFile)) return { kind: 'none', why: 'no-address' }
  if (process.platform === 'linux' && !process.env.APPIMAGE && readKindOfPackage() === '') return { kind: 'none', why: 'kind-of-package' }
  return { kind: 'feed', configFile, key: readKey(), installsAtQuit: process.platform !== 'linux' }
}
