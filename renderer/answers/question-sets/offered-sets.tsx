import { Checkbox } from '@mantine/core'
import { countOf } from '../../../shared/base/number-words.ts'
import type { OfferedSet } from '../../../shared/workspaces/offered-set.ts'
import classes from './sets.module.css'

type Props = {
  readonly sets: readonly OfferedSet[]
  readonly replace: readonly string[]
  readonly setReplace: (names: readonly string[]) => void
}

const describeSet = ({ relation, questions, known, runsOnDrop }: OfferedSet): string => {
  const count = countOf(questions.length, 'question')
  if (relation === 'same') return `${count}, already here`
  if (relation === 'new') return `${count}, new${runsOnDrop ? ', asked about each dropped picture' : ''}`
  return `${count}; yours has the same name and other questions (${countOf(known ?? 0, 'question')})`
}

/** Sets of a file with their questions; each that has the name of a known one is replaced only if a person says so. */
export const OfferedSets = ({ sets, replace, setReplace }: Props) => (
  <ul className={classes.list} aria-label="Question sets of the file">
    {sets.map((set) => (
      <li key={set.name} className={classes.set}>
        <div className={classes.words}>
          <p className={classes.name}>{set.name}</p>
          <p className={classes.quiet}>{describeSet(set)}</p>
          <details>
            <summary className={classes.quiet}>Questions of “{set.name}”</summary>
            <ol className={classes.quiet}>
              {set.questions.map(({ question, column }) => (
                <li key={question}>
                  {column}: {question}
                </li>
              ))}
            </ol>
          </details>
        </div>
        {set.relation === 'changed' && (
          <Checkbox
            size="xs"
            label="Replace mine"
            aria-label={`Replace my “${set.name}”`}
            checked={replace.includes(set.name)}
            onChange={({ currentTarget }) =>
              setReplace(currentTarget.checked ? [...replace, set.name] : replace.filter((name) => name !== set.name))
            }
          />
        )}
      </li>
    ))}
  </ul>
)
