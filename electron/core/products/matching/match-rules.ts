import { AppError } from '../../../../shared/base/errors.ts'
import type { MappingToKeep, RememberedRule, RememberedRules } from '../../../../shared/products/matching.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { RawRow } from '../catalogue/reading/raw-rows.ts'
import type { MatchStore } from './match-store.ts'
import { compilePattern } from './names/compile-pattern.ts'
import { mappingOfRows } from './names/mapping-of-rows.ts'

type Ports = {
  readonly journal: Journal
  readonly store: MatchStore['rules']
  readonly activeId: () => string | null
  /** The workspace of a call, also in a later turn. */
  readonly asked: () => () => string | null
  /** The rows of a table that a window sends, in base64. */
  readonly readSent: (name: string, base64: string) => Promise<readonly RawRow[]>
}

/** The rules that are remembered for the active workspace, and its mapping file. */
export const createMatchRules = ({ journal, store, activeId, asked, readSent }: Ports) => {
  return {
    read: (): RememberedRules => store.read(activeId()),
    /** Error: `usage` for a pattern that can't be used. */
    set: async (rules: readonly RememberedRule[]): Promise<RememberedRules> => {
      for (const { rule } of rules) {
        if (rule.by !== 'pattern') continue
        const { pattern } = rule
        const compiled = compilePattern(pattern)
        if (compiled.kind === 'refused')
          throw new AppError('usage', { kind: 'pattern-refused', pattern, problem: compiled.problem }, { kept: 'nothing-changed' })
      }
      journal.write(() => store.setRules(activeId(), rules))
      await journal.durable()
      return store.read(activeId())
    },
    /** Errors: `usage` with the line that can't be read. */
    setMapping: async (sent: MappingToKeep | null): Promise<RememberedRules> => {
      const owner = asked()
      const files = sent && ('files' in sent ? sent.files : mappingOfRows(await readSent(sent.name, sent.bytes)))
      const mapping = sent && files && { name: sent.name, files }
      journal.write(() => store.setMapping(owner(), mapping))
      await journal.durable()
      return store.read(owner())
    },
  }
}
