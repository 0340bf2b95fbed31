import { Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import { type CheckedLanguage, checkedLanguage } from '../../../shared/answers/question-sets.ts'
import { type CheckFields as Fields, usualBeginningLines } from './set-draft.ts'
import classes from './sets.module.css'

const names = new Intl.DisplayNames(['en'], { type: 'language' })
const languages = checkedLanguage.options
  .map((value) => ({ value, label: names.of(value) ?? value }))
  .toSorted((one, other) => one.label.localeCompare(other.label))

type Props = { readonly checks: Fields; readonly number: number; readonly change: (checks: Fields) => void }

/** What each answer in a column must be. */
export const CheckFields = ({ checks, number, change }: Props) => {
  const of = (label: string): string => `${label}, question ${number}`
  return (
    <fieldset className={classes.checks}>
      <legend className={classes.quiet}>Checks: an answer that fails one is marked in the sheet</legend>
      <TextInput
        size="xs"
        type="number"
        min={1}
        max={100_000}
        label="Longest length"
        aria-label={of('Longest length')}
        placeholder="Any, e.g. 125 characters"
        value={checks.longest}
        onChange={({ currentTarget }) => change({ ...checks, longest: currentTarget.value })}
      />
      <Select
        size="xs"
        label="Language"
        aria-label={of('Language')}
        placeholder="Any"
        clearable
        clearButtonProps={{ 'aria-label': of('Any language') }}
        searchable
        data={languages}
        value={checks.language}
        onChange={(value) => change({ ...checks, language: value as CheckedLanguage | null })}
      />
      <TextInput
        size="xs"
        label="Must match"
        aria-label={of('Must match')}
        placeholder="Pattern, e.g. [A-Z][a-z]+"
        spellCheck={false}
        value={checks.pattern}
        onChange={({ currentTarget }) => change({ ...checks, pattern: currentTarget.value })}
      />
      <Checkbox
        mt={24}
        size="xs"
        label="Must not be empty"
        aria-label={of('Must not be empty')}
        checked={checks.notEmpty}
        onChange={({ currentTarget }) => change({ ...checks, notEmpty: currentTarget.checked })}
      />
      <div className={classes.wide}>
        <Checkbox
          size="xs"
          label="Must not begin with these words (one beginning per line)"
          aria-label={of('Must not begin with')}
          checked={checks.beginnings !== ''}
          onChange={({ currentTarget }) => change({ ...checks, beginnings: currentTarget.checked ? usualBeginningLines : '' })}
        />
        {checks.beginnings !== '' && (
          <Textarea
            mt={6}
            size="xs"
            aria-label={of('Beginnings')}
            autosize
            minRows={2}
            maxRows={6}
            value={checks.beginnings}
            onChange={({ currentTarget }) => change({ ...checks, beginnings: currentTarget.value })}
          />
        )}
      </div>
    </fieldset>
  )
}
