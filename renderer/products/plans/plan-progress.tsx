import { Button, Group, Progress, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countOf } from '../../../shared/base/number-words.ts'
import type { PlanProduct, PlanSummary } from '../../../shared/products/plans.ts'
import { countStates, describeRestore, planStateWords } from '../../../shared/products/plans-words.ts'
import { callProduct } from '../../../shared/products/product-names-words.ts'
import { JobItem } from '../../activity/job-item.tsx'
import { client } from '../../bridge.ts'
import { api } from '../../queries.ts'
import foot from '../../ui/dialog-foot.module.css'
import { describeProblem } from '../../ui/read-problem.ts'
import { tell, tellProblem } from '../../ui/tell.tsx'
import { UnreadNote } from '../../ui/unread-note.tsx'
import { rowsPerPage, usePages } from '../../ui/use-pages.ts'
import { VirtualRows } from '../../ui/virtual-rows.tsx'
import { WithheldButton } from '../../ui/withheld-button.tsx'
import { useSession } from '../../workspaces/connections/use-session.ts'
import classes from './plan-dialog.module.css'
import { closePlan } from './plan-view.ts'

const ProductRow = ({ row }: { readonly row: PlanProduct | undefined }) => {
  if (!row) return <div className={classes.row} />
  if (row.state === 'attention' && row.job?.status.state === 'parked') return <JobItem job={row.job} />
  const trouble = row.problem && describeProblem(row.problem)
  return (
    <div className={classes.row}>
      <span className={classes.name}>{callProduct({ ...row.product, name: row.name })}</span>
      <span className={classes.quiet}>
        <span className={classes.state} data-state={row.state}>
          {planStateWords[row.state]}
        </span>
        {` · ${countOf(row.pictures, 'picture')}${row.isCreated ? ' · new product' : ''}`}
      </span>
      {trouble && (
        <span className={classes.problem}>
          {trouble.message} {trouble.action}
        </span>
      )}
    </div>
  )
}

const usePlanAction = (planId: string, act: (input: { readonly planId: string }) => Promise<PlanSummary>, said: string, failed: string) =>
  useMutation({
    mutationFn: () => act({ planId }),
    onSuccess: () => tell(said),
    onError: (error) => tellProblem(failed, error),
  })

const PlanButtons = ({ plan }: { readonly plan: PlanSummary }) => {
  const { planId } = plan
  const cancel = usePlanAction(planId, client.plans.cancel, 'Plan cancelled · Attached pictures stay', 'Not everything was cancelled.')
  const resume = usePlanAction(planId, client.plans.resume, 'Plan resumed', 'Nothing was resumed.')
  const restore = usePlanAction(planId, client.plans.restore, 'Taking these pictures off their products', 'Nothing was restored.')
  const [asks, setAsks] = useState(false)
  const { waiting = 0, queueing = 0, cancelled = 0, attention = 0, failed = 0, done = 0 } = plan.counts
  const isBusy = plan.doing !== null
  const isAppended = useSession()?.connection?.serviceAppends ?? false
  if (asks)
    return (
      <Group gap={8} justify="flex-end" className={foot.foot}>
        <Text size="sm" flex={1}>
          {describeRestore(plan.counts)}
        </Text>
        <Button variant="default" onClick={() => setAsks(false)}>
          Keep them
        </Button>
        <Button
          loading={restore.isPending}
          onClick={() => {
            restore.mutate()
            setAsks(false)
          }}
        >
          Restore {countOf(done, 'product')}
        </Button>
      </Group>
    )
  return (
    <Group gap={8} justify="flex-end" className={foot.foot}>
      {done > 0 && !isBusy && (
        <WithheldButton
          variant="default"
          withheld={isAppended ? 'This workspace only adds to lists, so they can’t be replaced.' : null}
          onClick={() => setAsks(true)}
        >
          Restore previous lists…
        </WithheldButton>
      )}
      {cancelled + attention + failed > 0 && !isBusy && (
        <Button variant="default" loading={resume.isPending} onClick={() => resume.mutate()}>
          Resume
        </Button>
      )}
      {waiting + queueing + attention + failed > 0 && (
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel the rest
        </Button>
      )}
      <Button onClick={closePlan}>Close</Button>
    </Group>
  )
}

/** How far a confirmed plan is, product by product, problems first. It continues while this is closed. */
export const PlanProgress = ({ planId }: { readonly planId: string }) => {
  const read = (offset: number) => api.plans.page.queryOptions({ input: { planId, offset, limit: rowsPerPage } })
  const { data, error } = useQuery(read(0))
  const { total, rowAt, onRange } = usePages<PlanProduct>(read)
  const plan = data?.plan
  if (error) return <UnreadNote what="The plan cannot be shown." error={error} />
  if (!plan) return null
  const { done = 0, restored = 0, cancelled = 0 } = plan.counts
  const share = plan.products === 0 ? 0 : (100 * (done + restored + cancelled)) / plan.products
  return (
    <div className={classes.body}>
      <div>
        <Text size="sm" mb={8} role="status">
          {countStates(plan.counts).join(' · ')}
        </Text>
        <Progress value={share} aria-label="Finished products" />
      </div>
      <div className={classes.rows}>
        <VirtualRows label="Products" count={total} estimate={58} onRange={onRange} render={(index) => <ProductRow row={rowAt(index)} />} />
      </div>
      <PlanButtons plan={plan} />
    </div>
  )
}
