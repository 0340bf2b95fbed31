import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { RecoveryNotice } from '../../shared/base/recovery.ts'
import { api, queryClient } from '../queries.ts'
import classes from '../ui/banner.module.css'
import { useErrorWords } from '../ui/error-words.ts'
import { Icon } from '../ui/icon.tsx'
import { tellProblem } from '../ui/tell.tsx'

const RecoveryText = ({ of }: { readonly of: RecoveryNotice }) => {
  const words = useErrorWords()
  return <p>{words && Object.values(words.describeRecovery(of)).join(' ')}</p>
}

/** Lists repaired, restored and possibly missing data, until a person has read it. */
export const RecoveryBanner = () => {
  const { data = [] } = useQuery(api.recovery.list.queryOptions())
  const acknowledge = useMutation(
    api.recovery.acknowledge.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: api.recovery.key() }),
      onError: (error) => tellProblem('This could not be saved.', error),
    }),
  )
  if (data.length === 0) return null
  return (
    <section className={classes.banner} data-tone="warn" aria-label="Library restored">
      <Icon name="warn" size={18} />
      <div className={classes.words}>
        {data.map((one) => (
          <RecoveryText key={one.id} of={one} />
        ))}
      </div>
      <Button size="xs" variant="default" loading={acknowledge.isPending} onClick={() => acknowledge.mutate(undefined)}>
        Got it
      </Button>
    </section>
  )
}
