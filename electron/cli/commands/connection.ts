import type { Command } from 'commander'
import { AppError } from '../../../shared/base/errors.ts'
import { operationName } from '../../../shared/queue/operations.ts'
import type { Connection } from '../../../shared/workspaces/connection.ts'
import { formatRate } from '../../../shared/workspaces/connections-contract.ts'
import { settingNames } from '../../../shared/workspaces/workspace-settings.ts'
import { describeSetting } from '../../../shared/workspaces/workspace-settings-words.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { formatTable, printable } from '../output.ts'
import { readConnectionChange } from '../read-connection-settings.ts'

const describe = (connection: Connection): string[] =>
  formatTable(
    ['KEY', 'VALUE'],
    [
      ['name', connection.name],
      ['baseUrl', connection.baseUrl],
      ...settingNames.map((name) => [name, describeSetting(name, connection[name])]),
      ['readProduct', connection.readProduct ? 'on' : 'off'],
      ...Object.entries(connection.readProduct ?? {}).map(([name, value]) => [`readProduct.${name}`, String(value)]),
      ...Object.entries(connection.paths).map(([name, path]) => [`paths.${name}`, path ?? '']),
      ...operationName.options.map((name) => [`rates.${name}`, formatRate(connection.rates[name]) || 'not stated']),
      ...Object.entries(connection.templates).map(([name, text]) => [`templates.${name}`, printable(text)]),
    ],
  )

export const addConnectionCommand = (program: Command, { withCore, output }: CommandContext): void => {
  program
    .command('connection')
    .description('show or change the workspace’s settings: name, product lists, reading products, paths, request bodies, limits, uploads')
    .option('--set <key=value...>', 'change it; an empty value goes back to the default')
    .action((options: { readonly set?: readonly string[] }) =>
      withCore({ access: options.set ? 'write' : 'read' }, async ({ client }) => {
        const change = readConnectionChange(options.set ?? [])
        const found = options.set ? await client.connections.change(change) : { problems: [], view: await client.session.get() }
        const { connection } = found.view
        if (!connection) throw new AppError('no-connection', { kind: 'no-workspace' })
        if (found.problems.length > 0)
          throw new AppError('usage', { kind: 'settings-refused', problems: found.problems }, { kept: 'nothing-changed' })
        const { name, baseUrl, readProduct: reading = null, paths, rates, templates } = connection
        const settings = Object.fromEntries(settingNames.map((key) => [key, connection[key]]))
        const shown = { name, baseUrl, ...settings, readProduct: reading, paths, rates, templates }
        output().result(shown, () => describe(connection))
        return exitCodes.done
      }),
    )
}
