import type { Command } from 'commander'
import { AppError } from '../../../shared/base/errors.ts'
import type { ProxyView } from '../../../shared/contract.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { printable } from '../output.ts'
import { readSecret } from '../read-secret.ts'
import type { OpenCore } from '../with-core.ts'

type Options = { readonly host?: string; readonly user?: string; readonly passwordStdin?: boolean; readonly forget?: boolean }

/** Refuses a password that would be lost with this process. */
const requireKeychain = async ({ client }: OpenCore): Promise<void> => {
  const { storage, storageReason } = await client.session.get()
  if (storage === 'keychain') return
  const failure = { kind: 'secret-not-kept', secret: 'proxy-password', because: storageReason } as const
  throw new AppError('keychain-unavailable', failure, { kept: 'nothing-changed' })
}

const describe = ({ host, password }: ProxyView): string => {
  if (host === null) return 'No proxy is used for the workspace (HTTPS_PROXY, NO_PROXY).'
  switch (password) {
    case 'none':
      return `The workspace is reached through the proxy ${printable(host)}. No name and password are kept for it.`
    case 'kept':
      return `The workspace is reached through the proxy ${printable(host)}. Name and password are in the keychain.`
    case 'environment':
      return `The workspace is reached through the proxy ${printable(host)}. Name and password are in the environment.`
  }
}

export const addProxyCommand = (program: Command, { withCore, output, ports }: CommandContext): void => {
  program
    .command('proxy')
    .description('show the proxy for the workspace, or save a user name and password for it')
    .option('--host <host:port>', 'the proxy (default: the one used for the workspace)')
    .option('--user <name>', 'the user name for the proxy')
    .option('--password-stdin', 'read its password from standard input')
    .option('--forget', 'forget user name and password')
    .action((options: Options) => {
      const isSetting = options.user !== undefined || options.passwordStdin === true
      if (isSetting && (options.user === undefined || !options.passwordStdin || options.forget))
        throw new AppError(
          'usage',
          { kind: 'options-belong-together', options: ['--user NAME', '--password-stdin'], or: '--forget' },
          { kept: 'nothing-changed' },
        )
      return withCore({ access: 'write' }, async (open) => {
        const { client } = open
        const before = await client.proxy.get()
        if (!isSetting && !options.forget) {
          output().result(before, () => [describe(before)])
          return exitCodes.done
        }
        const host = options.host ?? before.host
        if (host === null) throw new AppError('usage', { kind: 'proxy-not-named' }, { kept: 'nothing-changed' })
        if (isSetting) await requireKeychain(open)
        const password = isSetting ? { user: options.user ?? '', password: await readSecret(ports.stdin, 'proxy-password') } : null
        const view = await client.proxy.setPassword({ host, password })
        const line = password
          ? `Name and password for ${printable(host)} are in the keychain.`
          : `Name and password for ${printable(host)} are forgotten.`
        output().result(view, () => [line])
        return exitCodes.done
      })
    })
}
