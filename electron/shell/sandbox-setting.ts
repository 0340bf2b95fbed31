/** Settings of Linux that keep user namespaces, and so the sandbox, from plain users: the value that does, and the one that allows them. */
const settings = [
  // Ubuntu from 24.04.
  ['kernel/apparmor_restrict_unprivileged_userns', '1', '0'],
  // Debian up to 10.
  ['kernel/unprivileged_userns_clone', '0', '1'],
  // Red Hat 7.
  ['user/max_user_namespaces', '0', '10000'],
] as const

/** The argument of `sysctl -w` that allows the sandbox; `null`: no known setting is in its way. `read`: a file's text; throws if it isn't there. */
export const findClosedSetting = (read: (file: string) => string): string | null => {
  for (const [name, closed, open] of settings) {
    try {
      if (read(`/proc/sys/${name}`).trim() === closed) return `${name.replace('/', '.')}=${open}`
    } catch {}
  }
  return null
}
