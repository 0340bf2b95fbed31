import { Button, Group } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { countOf } from '../../shared/base/number-words.ts'
import { describeFixPlan } from '../../shared/checks/fix-plans-words.ts'
import type { FixesDone, FixWish } from '../../shared/checks/fix-wishes.ts'
import { client } from '../bridge.ts'
import { countOfIds, keyOfIds } from '../picture-ids.ts'
import { api } from '../queries.ts'
import { ProblemNote } from '../ui/problem-note.tsx'
import { tell, tellProblem } from '../ui/tell.tsx'
import { sayUnderWay } from '../ui/under-way.ts'
import classes from './fix-panel.module.css'

type Props = {
  readonly imageIds: readonly string[] | ReadonlySet<string>
  readonly wishes: readonly FixWish[]
  /** For a screen reader: what is fixed. */
  readonly what: string
}

const tellTakenBack = (pictures: number): void =>
  tell(pictures === 0 ? 'There was no fix' : `Fixes of ${countOf(pictures, 'picture')} taken back`)

/** Takes back what was just fixed; fixes from before stay. */
const undo = async (fixed: number, earlier: FixesDone['earlier']): Promise<void> => {
  try {
    const { pictures } = await sayUnderWay(fixed, `Taking fixes of ${countOf(fixed, 'picture')} back…`, () =>
      client.checks.putFixesBack({ earlier: [...earlier] }),
    )
    tellTakenBack(pictures)
  } catch (error) {
    tellProblem('The fixes were not taken back.', error)
  }
}

/** Takes all fixes of pictures back. */
export const takeFixesBack = async (ids: readonly string[]): Promise<void> => {
  try {
    tellTakenBack((await client.checks.unfix({ imageIds: [...ids] })).unfixed)
  } catch (error) {
    tellProblem('The fixes were not taken back.', error)
  }
}

const Plan = ({ imageIds, wishes, onEnd }: Omit<Props, 'what'> & { readonly onEnd: () => void }) => {
  const place = useRef<HTMLElement>(null)
  // The button that opened it is gone.
  useEffect(() => place.current?.focus(), [])
  const { data: plan, error } = useQuery({
    queryKey: [...api.checks.planFix.key(), keyOfIds(imageIds), wishes],
    queryFn: () => client.checks.planFix({ imageIds: [...imageIds], wishes: [...wishes] }),
    gcTime: 0,
    retry: false,
  })
  const fix = useMutation({
    mutationFn: () =>
      sayUnderWay(countOfIds(imageIds), `Fixing ${countOf(countOfIds(imageIds), 'picture')}…`, () =>
        client.checks.fix({ imageIds: [...imageIds], wishes: [...wishes] }),
      ),
    onSuccess: ({ pictures, earlier }) => {
      onEnd()
      tell(`${countOf(pictures, 'picture')} fixed`, {
        kind: 'pictures fixed',
        undo: { run: () => undo(pictures, earlier) },
      })
    },
  })
  return (
    <section ref={place} tabIndex={-1} className={classes.plan} aria-label="Plan">
      {plan && (
        <ul>
          {describeFixPlan(plan).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {(error || fix.error) && <ProblemNote what="Nothing was fixed." error={error ?? fix.error} />}
      <Group gap={8}>
        {plan && plan.pictures > 0 && (
          <Button size="xs" loading={fix.isPending} onClick={() => fix.mutate()}>
            Fix {countOf(plan.pictures, 'picture')}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={onEnd}>
          {plan && plan.pictures === 0 ? 'Close' : 'Cancel'}
        </Button>
      </Group>
    </section>
  )
}

/** Fixes what is safe in pictures, after showing what that would do. */
export const FixPanel = ({ imageIds, wishes, what }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const wasOpen = useRef(false)
  const close = (): void => {
    wasOpen.current = true
    setOpen(false)
  }
  /** The keyboard goes back to where the plan was opened. */
  const returnTo = (button: HTMLButtonElement | null): void => {
    if (!button || !wasOpen.current) return
    wasOpen.current = false
    button.focus()
  }
  if (isOpen) return <Plan imageIds={imageIds} wishes={wishes} onEnd={close} />
  return (
    <Button ref={returnTo} size="xs" variant="default" aria-label={`Fix… (${what})`} onClick={() => setOpen(true)}>
      Fix…
    </Button>
  )
}
