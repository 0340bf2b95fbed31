import { type Implementer, implement } from '@orpc/server'
import { type Contract, contract } from '../../../shared/contract.ts'

type NoContext = Record<never, never>

/** Ties handlers to the contract's types. Named, since the compiler can't write out a type of this size. */
export const implementer: Implementer<Contract, NoContext, NoContext> = implement(contract)
