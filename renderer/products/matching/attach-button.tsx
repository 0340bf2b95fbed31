import { useQuery } from '@tanstack/react-query'
import { nothingStated } from '../../../shared/products/plans.ts'
import { describeStanding } from '../../../shared/products/plans-words.ts'
import { defaultAttribute } from '../../../shared/products/products.ts'
import { api } from '../../queries.ts'
import { Icon } from '../../ui/icon.tsx'
import { WithheldButton } from '../../ui/withheld-button.tsx'
import { openPlan } from '../plans/plan-view.ts'
import classes from './match-screen.module.css'

/** Leads to the plan of all matched pictures, and says how many of them are attached already. */
export const AttachButton = ({ matched }: { readonly matched: number }) => {
  const attribute = useQuery(api.settings.get.queryOptions()).data?.attribute ?? defaultAttribute
  const { data = [] } = useQuery(api.plans.unfinished.queryOptions())
  const isAttaching = data.some(({ ahead }) => ahead > 0)
  // The whole plan is read for it, which would be in vain while another one changes it.
  const plan = useQuery({
    ...api.plans.preview.queryOptions({ input: { now: nothingStated, attribute, offset: 0, limit: 1 } }),
    enabled: matched > 0 && !isAttaching,
  }).data
  const standing = plan && plan.pictures > 0 && !isAttaching ? describeStanding(plan) : null
  return (
    <>
      {standing && <span className={classes.counts}>{standing.said}</span>}
      <WithheldButton
        size="xs"
        leftSection={<Icon name="link" size={16} />}
        withheld={matched === 0 ? 'No picture has a product yet.' : (standing?.lack ?? null)}
        onClick={openPlan}
      >
        Attach to products…
      </WithheldButton>
    </>
  )
}
