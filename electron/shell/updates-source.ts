import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import type { WhyNoUpdates } from '../../shared/updates.ts'

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
  /** `installsAtQuit`: without a question; a system's package manager asks for a password, so that waits for a person. */
  | { readonly kind: 'feed'; readonly configFile: string; readonly installsAtQuit: boolean }

/**
 * Whether this Packshot can update itself, and from where: the build writes the address into the package. Only one that is
 * not installed reads it from the environment (PACKSHOT_UPDATE_CONFIG, for tests).
 */
export const findUpdateSource = (): UpdateSource => {
  const configFile = app.isPackaged ? join(process.resourcesPath, 'app-update.yml') : process.env.PACKSHOT_UPDATE_CONFIG
  if (!configFile) return { kind: 'none', why: 'not-installed' }
  if (!existsSync(configFile)) return { kind: 'none', why: 'no-address' }
  const needsPassword = process.platform === 'linux' && readKindOfPackage() !== ''
  if (process.platform === 'linux' && !process.env.APPIMAGE && !needsPassword) return { kind: 'none', why: 'kind-of-package' }
  return { kind: 'feed', configFile, installsAtQuit: !needsPassword }
}
