import type { AnyContractRouter, ContractProcedure } from '@orpc/contract'
import { type Implementer, implement, type Procedure } from '@orpc/server'
import { type Contract, contract } from '../../shared/contract.ts'

type NoContext = Record<never, never>

/** Ties handlers to the contract's types. Named, since the compiler can't write out a type of this size. */
export const implementer: Implementer<Contract, NoContext, NoContext> = implement(contract)

/** A part of the contract with its handlers. */
type Handled<Part extends AnyContractRouter> =
  Part extends ContractProcedure<infer Input, infer Output, infer Errors, infer Meta>
    ? Procedure<NoContext, NoContext, Input, Output, Errors, Meta>
    : { readonly [Name in keyof Part]: Part[Name] extends AnyContractRouter ? Handled<Part[Name]> : never }

/** An interface: the compiler writes out its name where a type has it, not all of it. */
export interface CoreRouter extends Handled<Contract> {}
