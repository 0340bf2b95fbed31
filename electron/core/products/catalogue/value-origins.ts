import { type ValueOrigin, valueOrigins } from '../../../../shared/products/catalogue.ts'

/** Where values of an entry are from, by role; `*`: all others. What can't be read says nothing. */
export const readOrigins = (text: string | null | undefined): Readonly<Record<string, ValueOrigin>> => {
  try {
    return valueOrigins.safeParse(JSON.parse(text ?? '{}')).data ?? {}
  } catch {
    return {}
  }
}

/** With these values from here. */
export const addOrigins = (text: string | null | undefined, roles: readonly string[], origin: ValueOrigin): string | null =>
  roles.length === 0 ? (text ?? null) : JSON.stringify({ ...readOrigins(text), ...Object.fromEntries(roles.map((role) => [role, origin])) })

/** Of values that are taken over from an entry of an earlier list: as it was said there, else that list. */
export const keepOrigins = (text: string | null | undefined, roles: readonly string[], earlier: ValueOrigin): string => {
  const known = readOrigins(text)
  return JSON.stringify(Object.fromEntries(roles.map((role) => [role, known[role] ?? known['*'] ?? earlier])))
}
