import { readFileSync } from 'node:fs'

/**
 * Why tests are skipped: by name { reason: the end of a sentence, the same wherever a test is skipped for it; remedy: what makes these tests
 * run; most: how many tests, with room for the next ones }. Tests give the reason by `test/support/lacks.ts`.
 */
export const knownSkips = JSON.parse(readFileSync(new URL('known-skips.json', import.meta.url), 'utf8'))

/** CAP_SYS_ADMIN (capabilities(7)): a process with it may mount. */
const mayMount = 1n << 21n

/**
 * What this machine has, as far as skipped tests depend on it.
 * @param lacks what Debian calls the packages that tests need and this machine lacks
 */
export const describeMachine = ({ hasElectron, lacks }) => ({
  platform: process.platform,
  isRoot: process.getuid?.() === 0,
  canMount: process.platform === 'linux' && (readCapabilities() & mayMount) !== 0n,
  hasElectron,
  lacks,
})

const readCapabilities = () => {
  try {
    return BigInt(`0x${/^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'}`)
  } catch {
    return 0n
  }
}

/** Where tests are skipped for a reason. A reason without an entry can be one on any machine. */
const isOn = {
  'no-electron': ({ hasElectron }) => !hasElectron,
  'no-xvfb': ({ lacks }) => lacks.includes('xvfb'),
  'no-xdotool': ({ platform, lacks }) => platform !== 'linux' || lacks.includes('xdotool'),
  'no-browser': ({ platform, lacks }) => platform !== 'linux' || lacks.includes('chromium'),
  'no-keyring': ({ lacks }) => lacks.includes('gnome-keyring') || lacks.includes('dbus'),
  'no-keytar': ({ lacks }) => lacks.includes('libsecret-1-0'),
  'not-linux': ({ platform }) => platform !== 'linux',
  'on-windows': ({ platform }) => platform === 'win32',
  'no-mkfifo': ({ platform }) => platform === 'win32',
  'not-root': ({ isRoot }) => !isRoot,
  'is-root': ({ isRoot }) => isRoot,
  'no-mounts': ({ canMount }) => !canMount,
  'no-desktop-packages': ({ lacks }) => lacks.length > 0,
  'no-apt-tools': ({ platform, lacks }) => platform !== 'linux' || lacks.includes('apt-utils') || lacks.includes('gnupg'),
}

const findByReason = (reason) => Object.entries(knownSkips).find(([, one]) => one.reason === reason) ?? []

/** A sentence to follow the reason, after a space; empty for a reason that is not known. */
export const remedyOf = (reason) => {
  const [, known] = findByReason(reason)
  return known ? ` ${known.remedy}` : ''
}

/**
 * Sentences about tests that were skipped although this machine can run them, without a known reason, or in a larger number than is known.
 * @param skips [{ test, reason }]
 * @param machine as `describeMachine` has it
 */
export const findUnknownSkips = (skips, machine) => {
  const counts = new Map()
  for (const { reason } of skips) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].flatMap(([reason, count]) => {
    const [name, known] = findByReason(reason)
    if (!known) return [`${count} skipped for a reason that build/known-skips.json does not know: ${reason}`]
    if (!(isOn[name]?.(machine) ?? true)) return [`${count} skipped, because ${reason}; but this machine has what they need`]
    return count > known.most ? [`${count} skipped, because ${reason}; ${known.most} are known (build/known-skips.json)`] : []
  })
}
