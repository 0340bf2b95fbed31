import { z } from 'zod'
import type { RuleResult } from './checks.ts'
import type { ProfilePictures, RequirementRule } from './requirement-profiles.ts'

/** A profile as a person chooses it. */
export interface ProfileRow {
  readonly id: string
  readonly revision: number
  readonly name: string
  readonly pictures: ProfilePictures
  /** `updated`: one that came with Packshot, with the rules of a file that was imported since. */
  readonly origin: 'built-in' | 'updated' | 'imported'
  /** The active workspace uses it, or without one this library. */
  readonly isUsed: boolean
  readonly rules: readonly RequirementRule[]
}

/** A profile of a file, beside the known one of its id. */
export interface OfferedProfile {
  readonly id: string
  readonly name: string
  readonly revision: number
  readonly rules: number
  /** Of them, those that this version of Packshot doesn’t know. */
  readonly unknownRules: number
  /** `older`: the known one has a higher revision, and stays. */
  readonly relation: 'new' | 'same' | 'newer' | 'older'
  readonly knownRevision: number | null
}

/**
 * `same`: nothing to do. `older`: the known one is newer, and stayed. `built-in`: the known one comes with Packshot, has the same revision, and stayed.
 */
export interface ImportedProfile {
  readonly id: string
  readonly name: string
  readonly outcome: 'added' | 'updated' | 'same' | 'older' | 'built-in'
}

export interface CheckedRule {
  readonly rule: RequirementRule
  readonly result: RuleResult
}

/** What a profile found. */
export interface CheckedProfile {
  readonly id: string
  readonly revision: number
  readonly name: string
  readonly pictures: ProfilePictures
  readonly failed: number
  readonly notChecked: number
  readonly rules: readonly CheckedRule[]
}

export interface CheckedPicture {
  readonly imageId: string
  readonly name: string
  readonly profiles: readonly CheckedProfile[]
}

/** A picture of a product with its rules that did not pass. `place`: in the product, from 0. */
export interface CheckedProductPicture {
  readonly imageId: string
  readonly name: string
  readonly place: number
  readonly failed: number
  readonly notChecked: number
  readonly rules: readonly CheckedRule[]
}

/** What a profile found in a product: by the rules about its pictures together, and in those that the profile is about. */
export interface ProductCheck extends Omit<CheckedProfile, 'pictures'> {
  readonly about: ProfilePictures
  /** Pictures of the product that the profile is about. */
  readonly meant: number
  /** Of them, those with a rule that failed. */
  readonly fails: number
  /** All of these, or where one product was asked about the first ones. */
  readonly failing: readonly { readonly imageId: string; readonly name: string; readonly failed: number }[]
  /** Pictures that the profile is about with a rule that was not checked, and none that failed; and those that could not be looked at. */
  readonly unsure: number
  /** Of them, those that could not be looked at: gone, not ours, or not asked about. */
  readonly unseen: number
  /** Pictures that the profile is about of which the workspace has an earlier file, which was checked. */
  readonly earlier: number
  /** The first ones with a rule that did not pass; those with one that failed come first. */
  readonly told: readonly CheckedProductPicture[]
}

export interface CheckedProduct {
  readonly productKey: string
  readonly name: string
  readonly pictures: number
  readonly profiles: readonly ProductCheck[]
}

/** How many rules of the profiles in use fail in a picture, and how many are not checked. */
export const rowChecks = z.object({ failed: z.int(), notChecked: z.int() })

// These come from the core, and are checked where a file or the library is read.
export const profileRow = z.custom<ProfileRow>()
export const offeredProfile = z.custom<OfferedProfile>()
export const importedProfile = z.custom<ImportedProfile>()
export const checkedPicture = z.custom<CheckedPicture>()
export const checkedProduct = z.custom<CheckedProduct>()
export const productChecks = z.custom<readonly ProductCheck[]>()
