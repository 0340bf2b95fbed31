import { implement } from '@orpc/server'
import { contract } from '../../../shared/contract.ts'

/** Ties handlers to the contract's types. */
export const implementer = implement(contract)
