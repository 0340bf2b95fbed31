import { Button, Group, Select, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { nothingStated, type PlannedProduct, type PlanStatements } from '../../../shared/products/plans.ts'
import { answersUntilWords, describePlan, describePlanned, planButton, planLack } from '../../../shared/products/plans-words.ts'
import { callProduct } from '../../../shared/products/product-names-words.ts'
import { defaultAttribute } from '../../../shared/products/products.ts'
import { client } from '../../bridge.ts'
import { api, queryClient } from '../../queries.ts'
import foot from '../../ui/dialog-foot.module.css'
import { Note } from '../../ui/note.tsx'
import { describeProblem, readProblem } from '../../ui/read-problem.ts'
import { noteFinal } from '../../ui/undo.ts'
import { UnreadNote } from '../../ui/unread-note.tsx'
import { rowsPerPage, usePages } from '../../ui/use-pages.ts'
import { VirtualRows } from '../../ui/virtual-rows.tsx'
import { WithheldButton } from '../../ui/withheld-button.tsx'
import { useWithheld } from '../../workspaces/settings/use-scope.ts'
import classes from './plan-dialog.module.css'
import { PlanQuestions } from './plan-questions.tsx'
import { chosenPlanTime, planTimes, planValidUntil } from './plan-times.ts'
import { closePlan, openPlanProgress } from './plan-view.ts'

const startKey = ['start-plan']

const PlannedRow = ({ row }: { readonly row: PlannedProduct | undefined }) => {
  if (!row) return <div className={classes.row} />
  const trouble = row.problem && describeProblem(row.problem)
  return (
    <div className={classes.row} data-skipped={row.isSkipped}>
      <span className={classes.name}>{callProduct({ ...row.product, name: row.name })}</span>
      <span className={classes.quiet}>{describePlanned(row)}</span>
      {trouble && (
        <span className={classes.problem}>
          {trouble.message} {trouble.action}
        </span>
      )}
    </div>
  )
}

type PlanInput = { readonly now: PlanStatements; readonly attribute: string }

const PlannedRows = (input: PlanInput) => {
  const { total, rowAt, onRange } = usePages<PlannedProduct>((offset) =>
    api.plans.preview.queryOptions({ input: { ...input, offset, limit: rowsPerPage }, placeholderData: keepPreviousData }),
  )
  return (
    <div className={classes.rows}>
      <VirtualRows label="Products" count={total} estimate={58} onRange={onRange} render={(index) => <PlannedRow row={rowAt(index)} />} />
    </div>
  )
}

/** What the plan would do, product by product; one confirmation starts it. */
export const PlanToConfirm = () => {
  const remembered = useQuery(api.settings.get.queryOptions()).data?.attribute ?? defaultAttribute
  const [typed, setAttribute] = useState<string | null>(null)
  const [now, setNow] = useState<PlanStatements>(nothingStated)
  const [chosen, choose] = useState<string | null>(null)
  // A dialog may stay open for hours.
  const shownAt = Date.now()
  const time = chosenPlanTime(chosen, shownAt)
  const attribute = (typed ?? remembered).trim()
  const [asked] = useDebouncedValue(attribute, 300)
  const input = { now, attribute: asked === '' ? defaultAttribute : asked }
  const { data, error, isPlaceholderData } = useQuery(
    api.plans.preview.queryOptions({ input: { ...input, offset: 0, limit: rowsPerPage }, placeholderData: keepPreviousData }),
  )
  const start = useMutation({
    mutationKey: startKey,
    mutationFn: (asked: Parameters<typeof client.plans.start>[0]) => client.plans.start(asked),
    onSuccess: ({ planId }) => {
      noteFinal('Attaching matched pictures', 'Cancel the plan, or restore the previous pictures, where it is shown.')
      openPlanProgress(planId)
    },
    // It shows what has changed meanwhile.
    onError: () => queryClient.invalidateQueries({ queryKey: api.plans.preview.key() }),
  })
  const withheld = useWithheld()
  if (error) return <UnreadNote what="The plan cannot be shown." error={error} />
  if (!data) return <Text size="sm">Reading the matches…</Text>
  const isRead = asked === attribute && !isPlaceholderData
  const lack = withheld ?? (attribute === '' ? 'Enter the picture field.' : isRead ? planLack(data, now) : 'Reading the matches…')
  const trouble = start.error ? readProblem(start.error) : null
  const submit = () => {
    // Asks the client, because a second press may come before the next render.
    if (lack !== null || queryClient.isMutating({ mutationKey: startKey }) > 0) return
    start.mutate({ mark: data.mark, now, attribute, validForMs: planValidUntil(time.until, Date.now()) })
  }
  return (
    <form
      className={classes.body}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Text size="sm">{describePlan(data)}</Text>
      <PlanQuestions preview={data} answers={now} change={setNow} />
      <div className={classes.fields}>
        <TextInput label="Picture field" value={typed ?? remembered} onChange={(event) => setAttribute(event.currentTarget.value)} />
        <Select
          label={answersUntilWords.label}
          description={answersUntilWords.help}
          allowDeselect={false}
          data={planTimes(shownAt).map(({ id, label }) => ({ value: id, label }))}
          value={time.id}
          onChange={choose}
        />
      </div>
      <PlannedRows {...input} />
      {trouble && (
        <Note tone="bad" title="Nothing was attached. Your answers are still here." isAlert>
          {trouble.message} {trouble.action}
        </Note>
      )}
      <Group gap={8} justify="flex-end" className={foot.foot}>
        <Button variant="default" onClick={closePlan}>
          Cancel
        </Button>
        <WithheldButton type="submit" withheld={lack} loading={start.isPending}>
          {planButton(data)}
        </WithheldButton>
      </Group>
    </form>
  )
}
