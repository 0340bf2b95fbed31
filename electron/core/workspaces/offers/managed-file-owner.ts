import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { dirname, win32 } from 'node:path'
import { promisify } from 'node:util'

/** SIDs of the system, its administrators, and who installs programs ([MS-DTYP], 2.4.2.4), as SDDL spells them. */
const administrators = ['SY', 'BA', 'S-1-5-18', 'S-1-5-32-544', 'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464']
/** Stand for whoever owns it. */
const owners = ['CO', 'OW']

/**
 * Rights with which a file becomes another one, in letters and as a mask ([MS-DTYP], 2.4.3 and 2.5.1.1): to write or append to it, delete it, change its
 * rights or owner. Of a folder those to delete what is in it, instead: Windows lets everybody add files below ProgramData, which replace none.
 */
const changing = {
  file: { letters: ['FA', 'GA', 'FW', 'GW', 'WD', 'WO', 'SD', 'DC', 'LC'], mask: 0x500d_0006 },
  folder: { letters: ['FA', 'GA', 'WD', 'WO', 'SD', 'DT'], mask: 0x100d_0040 },
} as const

const mayChange = (rights: string, kind: keyof typeof changing): boolean => {
  const { letters, mask } = changing[kind]
  if (/^0x/i.test(rights)) return (Number(rights) & mask) !== 0
  return (rights.match(/../g) ?? []).some((one) => (letters as readonly string[]).includes(one))
}

/**
 * True if what a security descriptor in SDDL describes ([MS-DTYP], 2.5.1) belongs to an administrator or to `user` (a SID), and nobody else can
 * change it.
 */
export const isKeptByAdministrator = (sddl: string, user: string, kind: keyof typeof changing): boolean => {
  const isTrusted = (sid: string): boolean => administrators.includes(sid) || sid === user
  const owner = /^O:(S-[\d-]+|[A-Z]{2})/.exec(sddl)?.[1]
  if (owner === undefined || !isTrusted(owner)) return false
  // Without a list, anyone may do anything. What follows it, S:, is what is recorded.
  const [, list = ''] = (sddl.split('S:(')[0] ?? '').split('D:')
  const entries = list.split('(').slice(1)
  return (
    entries.length > 0 &&
    entries.every((entry) => {
      const [type, , rights = '', , , sid = ''] = entry.replaceAll(')', '').split(';')
      return type !== 'A' || !mayChange(rights, kind) || isTrusted(sid) || owners.includes(sid)
    })
  )
}

/** Paths come by the environment, where nothing of them is code. */
const script =
  '[Security.Principal.WindowsIdentity]::GetCurrent().User.Value; foreach ($one in $env:PACKSHOT_FILE, $env:PACKSHOT_FOLDER) { (Get-Acl -LiteralPath $one).Sddl }'

const isKeptOnWindows = async (path: string): Promise<boolean> => {
  const shell = win32.join(process.env.SystemRoot ?? 'C:\\Windows', 'System32\\WindowsPowerShell\\v1.0\\powershell.exe')
  const env = { ...process.env, PACKSHOT_FILE: path, PACKSHOT_FOLDER: win32.dirname(path) }
  const { stdout } = await promisify(execFile)(shell, ['-NoProfile', '-NonInteractive', '-Command', script], { env, timeout: 30_000 })
  const [user = '', file = '', folder = ''] = stdout.split(/\r?\n/).filter(Boolean)
  return isKeptByAdministrator(file, user, 'file') && isKeptByAdministrator(folder, user, 'folder')
}

/** True if a file of a managed installation and its folder are an administrator's, or the person's own, and nobody else may change them. */
export const isFileOfAdministrator = async (path: string): Promise<boolean> => {
  if (process.platform === 'win32') return isKeptOnWindows(path).catch(() => false)
  const [own, ownGroup] = [process.getuid?.(), process.getgid?.()]
  const all = await Promise.all([path, dirname(path)].map((one) => stat(one)))
  // A person's own group is nobody else, as most systems set it up.
  return all.every(({ uid, gid, mode }) => {
    const isGroupFine = (mode & 0o020) === 0 || gid === 0 || gid === ownGroup
    return (uid === 0 || uid === own) && isGroupFine && (mode & 0o002) === 0
  })
}
