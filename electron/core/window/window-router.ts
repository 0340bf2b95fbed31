import { isContractProcedure } from '@orpc/contract'
import { type AnyProcedure, type AnyRouter, call } from '@orpc/server'
import type { PathRule } from '../../../shared/base/call.ts'
import { AppError } from '../../../shared/base/errors.ts'
import { contract } from '../../../shared/contract.ts'
import type { Core } from '../core.ts'
import { implementer } from '../implementer.ts'
import { sortNamed } from '../pictures/intake/intake.ts'

type Tree = { readonly [name: string]: unknown }
type Handler = { readonly handler: (handle: (options: { readonly input: unknown }) => unknown) => AnyProcedure }

const refuse = (): never => {
  throw new AppError('usage', { kind: 'window-names-path' })
}

/** True if anything in it is a path instead of what a person chose (shared/exchange/exports.ts, shared/watching/watching.ts). */
const namesPath = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && ((input as Tree).kind === 'path' || Object.values(input).some(namesPath))

/**
 * The calls a window may make, derived from the contract: what a call says of paths (shared/base/call.ts) decides. Its files come through the host
 * itself (a drop, a dialog of the main process), so that a compromised page can neither read `/etc/passwd` nor replace a file.
 */
export const createWindowRouter = ({ router, addAddresses }: Pick<Core, 'router' | 'addAddresses'>): AnyRouter => {
  const forWindow: Readonly<Record<Exclude<PathRule, 'known'>, (procedure: AnyProcedure) => (input: unknown) => unknown>> = {
    command: () => refuse,
    chosen: (procedure) => (input) => (namesPath(input) ? refuse() : call(procedure, input)),
    address: () => (input) => {
      const { paths, urls } = sortNamed((input as { readonly named: readonly string[] }).named)
      return paths.length > 0 ? refuse() : addAddresses(urls)
    },
  }
  const derive = (of: Tree, implemented: Tree, handled: Tree): Tree =>
    Object.fromEntries(
      Object.entries(of).map(([name, part]) => {
        const [next, own] = [implemented[name], handled[name]]
        if (!isContractProcedure(part)) return [name, derive(part as Tree, next as Tree, own as Tree)]
        const rule = (part['~orpc'].meta as { readonly paths?: PathRule }).paths
        if (rule === undefined || rule === 'known') return [name, own]
        const handle = forWindow[rule](own as AnyProcedure)
        return [name, (next as Handler).handler(({ input }) => handle(input))]
      }),
    )
  return derive(contract, implementer as unknown as Tree, router as unknown as Tree) as AnyRouter
}
