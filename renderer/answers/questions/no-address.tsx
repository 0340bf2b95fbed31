import { Button, Group } from '@mantine/core'
import { describeCause } from '../../../shared/base/describe-error.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import { describeTrialEnd } from '../../../shared/pictures/publishing-words.ts'
import type { NoAddressReason } from '../../../shared/workspaces/publishing-settings.ts'
import { goTo } from '../../navigation.ts'
import { usePublishing, useTryData } from '../../pictures/publishing/use-publishing.ts'
import { formatTime } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'

type Props = { readonly count: number; readonly why: NoAddressReason }

const explain = (why: NoAddressReason, count: number): string => {
  const has = countOf(count, 'picture has', 'pictures have')
  switch (why) {
    case 'no-way':
      return `${has} no address that the workspace can fetch. You can ask now; those questions wait until you have chosen how they get one.`
    case 'no-keys':
      return `${has} no address: the bucket’s access key is not on this computer. You can ask now; the questions wait until it is entered.`
    case 'data-refused':
      return `${countOf(count, 'picture goes', 'pictures go')} inside the question, and this workspace did not accept that. Choose another way, or the questions may be refused.`
    case 'too-large':
      return `${countOf(count, 'picture is', 'pictures are')} larger than 30 MB and cannot go inside a question. Use a bucket for them.`
  }
}

/** Pictures of this computer have no address that a service can fetch: says what to set up, and offers to try the one way that needs no set-up. */
export const NoAddress = ({ count, why }: Props) => {
  const trial = usePublishing()?.data ?? null
  const { mutate, isPending, error } = useTryData()
  const hasFailed = trial?.works === false
  const canTry = why === 'no-way' && !hasFailed && error === null
  return (
    <Note
      tone="warn"
      action={
        <Group gap={8}>
          {canTry && (
            <Button size="xs" variant="default" loading={isPending} onClick={() => mutate()}>
              Send pictures inside the question
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => goTo('settings')}>
            {why === 'no-way' ? 'Set up in Settings' : 'Open Settings'}
          </Button>
        </Group>
      }
    >
      {explain(why, count)}{' '}
      {hasFailed &&
        `Pictures inside the question did not work here on ${formatTime(trial.at)}. ${describeTrialEnd(trial, describeCause)} Use a bucket, or an address of your own.`}
      {canTry && 'Not every workspace accepts pictures inside the question. A tiny one is tried first.'}
    </Note>
  )
}
