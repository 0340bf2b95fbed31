import { Button, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AppError } from '../../../shared/base/errors.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import { shownPlace } from '../../../shared/pictures/picture-place.ts'
import type { RememberedRule } from '../../../shared/products/matching.ts'
import { describePatternProblem, nameMatched } from '../../../shared/products/matching-words.ts'
import { api } from '../../queries.ts'
import { readProblem } from '../../ui/read-problem.ts'
import { addPattern } from './change-rules.ts'
import classes from './rules-dialog.module.css'
import { saveRules } from './use-rules.ts'

/** What is wrong with a pattern, for its field. */
const describeFault = (error: unknown): string => {
  if (error instanceof AppError && error.failure.kind === 'pattern-refused') return describePatternProblem(error.failure.problem)
  return readProblem(error).message
}

/** What this pattern alone would find, while it is typed. */
const useTrial = (pattern: string) => {
  const [typed] = useDebouncedValue(pattern.trim(), 250)
  const trial = useQuery({
    ...api.matching.preview.queryOptions({
      input: { rules: [{ by: 'pattern', pattern: typed }], kind: 'matched', offset: 0, limit: 1 },
    }),
    enabled: typed !== '',
    placeholderData: keepPreviousData,
  })
  return typed === '' || typed !== pattern.trim() ? null : trial
}

/** A pattern of the person's own, with what it would find, or what is wrong with it. */
export const PatternField = ({ rules }: { readonly rules: readonly RememberedRule[] }) => {
  const [pattern, setPattern] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const trial = useTrial(pattern)
  const found = trial?.data
  const [row] = found?.rows ?? []
  const isThere = rules.some(({ rule }) => rule.by === 'pattern' && rule.pattern === pattern.trim())
  const wrong = fault ?? (trial?.error ? describeFault(trial.error) : isThere ? 'It is in the list already.' : null)
  const add = (): void => {
    if (isThere) return
    // Also an empty one: the core says what is wrong with it.
    saveRules(addPattern(pattern.trim())).then(
      () => setPattern(''),
      (error: unknown) => setFault(describeFault(error)),
    )
  }
  return (
    <form
      className={classes.pattern}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <TextInput
        label="Your own pattern"
        placeholder="{sku}_{position}"
        description="{sku}, {id}, {gtin}, {handle}, {product}, {position}, {any}, {folder}"
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        spellCheck={false}
        autoComplete="off"
        value={pattern}
        error={wrong}
        onChange={(event) => {
          setPattern(event.currentTarget.value)
          setFault(null)
        }}
      />
      <Button type="submit" variant="default" className={classes.add}>
        Add pattern
      </Button>
      {found && !wrong && (
        <Text size="sm" c="dimmed" className={classes.trial} role="status">
          {found.matched === 0
            ? 'No picture matches it.'
            : `${countOf(found.matched, 'picture matches', 'pictures match')}${row ? `, such as ${shownPlace(row)} → ${found.products[0] ? nameMatched(found.products[0]) : ''}` : ''}.`}
        </Text>
      )}
    </form>
  )
}
