import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { describeFailed } from '../../../shared/products/plans-words.ts'
import { api } from '../../queries.ts'
import { ScreenNote } from '../../ui/screen-note.tsx'
import { openPlanProgress } from './plan-view.ts'

/** Says that products of the newest such plan failed: they have no job, so that no list of work shows them. */
export const PlanNote = () => {
  const { data = [] } = useQuery(api.plans.unfinished.queryOptions())
  const plan = data.find(({ failed }) => failed > 0)
  if (!plan) return null
  return (
    <ScreenNote
      icon="link"
      label="Products of a plan that failed"
      action={
        <Button size="xs" variant="default" onClick={() => openPlanProgress(plan.planId)}>
          Show products
        </Button>
      }
    >
      <b>{describeFailed(plan)}</b> {plan.failed === 1 ? 'It' : 'They'} could not be attached or restored.
    </ScreenNote>
  )
}
