import type { Command } from 'commander'
import type { ProxyView } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import type { OpenCore } from '../open-core.ts'
import { printable } from '../output.ts'
import { readSecret } from '../read-secret.ts'

type Options = { readonly host?: string; readonly user?: string; readonly passwordStdin?: boolean; readonly forget?: boolean }

const inEnvironment = 'Set HTTPS_PROXY=http://name:password@host:port in the environment instead.'

/** A password that would be gone with this process is not taken in silence. */
const requireKeychain = async ({ client }: OpenCore): Promise<void> => {
  const { storage, storageReason } = await client.session.get()
  if (storage === 'keychain') return
  const why = (storageReason ?? '').replace(/ Secrets are kept in memory.*$/, '')
  throw new AppError('keychain-unavailable', `The proxy’s password could not be kept. ${why} Nothing was changed.`, {
    action: inEnvironment,
  })
}

const describe = ({ host, password }: ProxyView): string => {
  if (host === null) return 'There is no proxy on the way to the workspace (HTTPS_PROXY, NO_PROXY).'
  switch (password) {
    case 'none':
      return `The way to the workspace leads through ${printable(host)}. No name and password are kept for it.`
    case 'kept':
      return `The way to the workspace leads through ${printable(host)}. Name and password are in the keychain.`
    case 'environment':
      return `The way to the workspace leads through ${printable(host)}. Name and password are in the environment.`
  }
}

export const addProxyCommand = (program: Command, { withCore, output, ports }: CommandContext): void => {
  program
    .command('proxy')
    .description('the proxy on the way to the workspace: show it, or keep a name and a password for it')
    .option('--host <host:port>', 'the proxy (without it: the one on the way to the workspace)')
    .option('--user <name>', 'the name for the proxy')
    .option('--password-stdin', 'read its password from standard input')
    .option('--forget', 'forget name and password')
    .action((options: Options) => {
      const isSetting = options.user !== undefined || options.passwordStdin === true
      if (isSetting && (options.user === undefined || !options.passwordStdin || options.forget))
        throw new AppError('usage', '--user NAME and --password-stdin belong together, or say --forget. Nothing was changed.')
      return withCore({ access: 'write' }, async (open) => {
        const { client } = open
        const before = await client.session.proxy()
        if (!isSetting && !options.forget) {
          output().result(before, () => [describe(before)])
          return exitCodes.done
        }
        const host = options.host ?? before.host
        if (host === null) throw new AppError('usage', 'There is no proxy on the way. Name one with --host HOST:PORT. Nothing was changed.')
        if (isSetting) await requireKeychain(open)
        const password = isSetting ? { user: options.user ?? '', password: await readSecret(ports.stdin, 'proxy’s password') } : null
        const view = await client.session.setProxyPassword({ host, password })
        const line = password
          ? `Name and password for ${printable(host)} are in the keychain.`
          : `Name and password for ${printable(host)} are forgotten.`
        output().result(view, () => [line])
        return exitCodes.done
      })
    })
}
