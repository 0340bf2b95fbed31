import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { packshotInside } from './packshot-inside.ts'
import type { Ended } from './packshot-process.ts'

export type Asked = {
  readonly id: number
  readonly args: readonly string[]
  readonly dataFolder: string
  readonly stdin: string | undefined
}
type Answer = Omit<Ended, 'json'>
export type Said = { readonly id: number } & ({ readonly stderr: string } | { readonly ended: Answer })

export type CommandProcess = { readonly run: typeof packshotInside; readonly end: () => Promise<void> }

/** A process for all commands of one user, with that user's environment: a process keeps its first connection to a keychain. */
export const startCommandProcess = (environment: NodeJS.ProcessEnv): CommandProcess => {
  const child = fork(fileURLToPath(new URL('./run-commands.ts', import.meta.url)), {
    env: { ...process.env, ...environment },
    execArgv: [],
  })
  const ended = once(child, 'exit')
  const listeners = new Map<number, (said: Said) => void>()
  child.on('message', (said: Said) => listeners.get(said.id)?.(said))
  let last = 0
  return {
    run: async (args, { dataFolder, stdin, onStderr }) => {
      const id = ++last
      const answered = new Promise<Answer>((resolve) =>
        listeners.set(id, (said) => ('ended' in said ? resolve(said.ended) : onStderr?.(said.stderr))),
      )
      child.send({ id, args, dataFolder, stdin } satisfies Asked)
      const gone = ended.then(([code, signal]): never => {
        throw new Error(`The process of the commands ended (${code ?? signal}) during: packshot ${args.join(' ')}`)
      })
      const answer = await Promise.race([answered, gone])
      return { ...answer, json: () => JSON.parse(answer.stdout) as never }
    },
    end: async () => {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
