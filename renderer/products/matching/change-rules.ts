import type { RememberedRule } from '../../../shared/products/matching.ts'
import { moveItem } from '../ledger/reorder.ts'

type Rules = readonly RememberedRule[]
export type ChangeRules = (rules: Rules) => Rules

/** The same for the same rule, wherever it is in the list. */
export const keyOfRule = ({ rule }: RememberedRule): string => (rule.by === 'pattern' ? `pattern ${rule.pattern}` : rule.by)

const placeOf = (rules: Rules, key: string): number => rules.findIndex((one) => keyOfRule(one) === key)

export const setUsed =
  (key: string, isUsed: boolean): ChangeRules =>
  (rules) =>
    rules.map((one) => (keyOfRule(one) === key ? { ...one, isUsed } : one))

export const removeRule =
  (key: string): ChangeRules =>
  (rules) =>
    rules.filter((one) => keyOfRule(one) !== key)

/** One step up (-1) or down (1), as far as there is room. */
export const stepRule =
  (key: string, step: number): ChangeRules =>
  (rules) => {
    const from = placeOf(rules, key)
    return moveItem(rules, from, from + step)
  }

/** To the place of another rule. */
export const moveRule =
  (key: string, to: string): ChangeRules =>
  (rules) =>
    moveItem(rules, placeOf(rules, key), placeOf(rules, to))

/** As the first, and used. */
export const addPattern =
  (pattern: string): ChangeRules =>
  (rules) => {
    const added: RememberedRule = { rule: { by: 'pattern', pattern }, isUsed: true }
    return [added, ...removeRule(keyOfRule(added))(rules)]
  }
