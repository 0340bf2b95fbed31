import {
  type MappedFile,
  type RememberedRule,
  type RememberedRules,
  rememberedRule,
  simpleRules,
} from '../../../../shared/products/matching.ts'
import type { Journal } from '../../base/database/journal.ts'
import { writeMapping } from './names/parse-mapping.ts'

const nameOf = (rule: RememberedRule['rule']): string => (rule.by === 'pattern' ? `pattern ${rule.pattern}` : rule.by)

/** All rules there are: what a person set, each once, then the others; those are used as long as a person set none. */
export const completeRules = (set: readonly RememberedRule[] | null, hasMapping: boolean): RememberedRule[] => {
  const rules = new Map<string, RememberedRule>()
  const add = (one: RememberedRule): void => {
    if (!rules.has(nameOf(one.rule))) rules.set(nameOf(one.rule), one)
  }
  const isSet = set?.some(({ rule }) => rule.by === 'mapping') ?? false
  if (hasMapping && !isSet) add({ rule: { by: 'mapping' }, isUsed: true })
  for (const one of set ?? []) if (one.rule.by !== 'mapping' || hasMapping) add(one)
  for (const by of simpleRules) add({ rule: { by }, isUsed: set === null })
  return [...rules.values()]
}

/** What can't be read counts as not set. */
const readRules = (text: unknown): RememberedRule[] | null => {
  try {
    const kept: unknown = JSON.parse(String(text))
    return Array.isArray(kept) ? kept.flatMap((one) => rememberedRule.safeParse(one).data ?? []) : null
  } catch {
    return null
  }
}

/** The rules of each workspace, and its mapping file. `connectionId` `null`: of no workspace yet. */
export const createRuleStore = (journal: Journal) => {
  const rowOf = (connectionId: string | null) =>
    journal.get('SELECT rules, mapping_name, mapping_lines FROM match_rules WHERE connection_id = ?', connectionId ?? '')
  const read = (connectionId: string | null): RememberedRules => {
    const row = rowOf(connectionId)
    const name = row?.mapping_name ?? null
    const mapping = name === null ? null : { name: String(name), lines: Number(row?.mapping_lines) }
    return { rules: completeRules(row ? readRules(row.rules) : null, mapping !== null), mapping }
  }
  /** The rules of one side replace the other's, since they are newer. A mapping file that only the other side has stays. */
  const move = (from: string, to: string): void => {
    const sides = { from, to }
    if (!journal.get('SELECT 1 FROM match_rules WHERE connection_id = ?', from)) return
    journal.run(
      `UPDATE match_rules AS moved SET (mapping_name, mapping_lines, mapping) = (there.mapping_name, there.mapping_lines, there.mapping)
       FROM match_rules AS there WHERE moved.connection_id = :from AND moved.mapping_name IS NULL AND there.connection_id = :to`,
      sides,
    )
    journal.run('DELETE FROM match_rules WHERE connection_id = ?', to)
    journal.run('UPDATE match_rules SET connection_id = :to WHERE connection_id = :from', sides)
  }
  return {
    read,
    /** Called inside `journal.write`. */
    setRules: (connectionId: string | null, rules: readonly RememberedRule[]): void => {
      journal.run(
        `INSERT INTO match_rules (connection_id, rules) VALUES (?, ?) ON CONFLICT (connection_id) DO UPDATE SET rules = excluded.rules`,
        connectionId ?? '',
        JSON.stringify(rules),
      )
    },
    /** Called inside `journal.write`. A new mapping file comes first, and is used. */
    setMapping: (connectionId: string | null, mapping: { readonly name: string; readonly files: readonly MappedFile[] } | null): void => {
      const others = read(connectionId).rules.filter(({ rule }) => rule.by !== 'mapping')
      const rules: RememberedRule[] = mapping ? [{ rule: { by: 'mapping' }, isUsed: true }, ...others] : others
      journal.run(
        `INSERT INTO match_rules (connection_id, rules, mapping_name, mapping_lines, mapping) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (connection_id) DO UPDATE SET rules = excluded.rules, mapping_name = excluded.mapping_name,
           mapping_lines = excluded.mapping_lines, mapping = excluded.mapping`,
        connectionId ?? '',
        JSON.stringify(rules),
        mapping?.name ?? null,
        mapping?.files.length ?? null,
        mapping ? writeMapping(mapping.files) : null,
      )
    },
    mappingText: (connectionId: string | null): string => {
      const row = journal.get('SELECT mapping FROM match_rules WHERE connection_id = ?', connectionId ?? '')
      return row?.mapping === null || row?.mapping === undefined ? '' : String(row.mapping)
    },
    adopt: (connectionId: string): void => move('', connectionId),
    release: (connectionId: string): void => move(connectionId, ''),
  }
}
