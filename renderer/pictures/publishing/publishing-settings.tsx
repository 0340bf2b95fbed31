import { Button, Group, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { describeCause } from '../../../shared/base/describe-error.ts'
import { labels } from '../../../shared/base/label-words.ts'
import type { DataTrial } from '../../../shared/pictures/publishing.ts'
import { describeTrialEnd } from '../../../shared/pictures/publishing-words.ts'
import type { Connection } from '../../../shared/workspaces/connection.ts'
import type { Publishing } from '../../../shared/workspaces/publishing-settings.ts'
import { SettingRow } from '../../settings/setting-row.tsx'
import { formatTime } from '../../ui/format.ts'
import { BucketForm } from './bucket-form.tsx'
import { usePublishing, useSetPublishing, useTryData } from './use-publishing.ts'

const ways: readonly { readonly value: Publishing['kind']; readonly label: string }[] = [
  { value: 'origin', label: labels.fromWebOnly },
  { value: 's3', label: 'From a bucket' },
  { value: 'base-url', label: 'From your own address' },
  { value: 'data', label: 'Inside the question' },
]

const aboutWays: Record<Publishing['kind'], string> = {
  origin: 'Questions work only for pictures that were added by web address.',
  s3: 'Packshot uploads pictures to your S3-compatible bucket, and the workspace fetches them using a temporary link.',
  'base-url': 'Pictures are fetched from this address and their file name. Put them there yourself.',
  data: 'Each question contains the picture itself. Not every workspace accepts that.',
}

const describeTrial = (trial: DataTrial | null): string => {
  if (!trial) return 'A test with a tiny picture shows whether this workspace accepts that.'
  const when = formatTime(trial.at)
  return trial.works
    ? `It worked with a tiny picture on ${when}. ${describeTrialEnd(trial, describeCause)}`
    : `It did not work with a tiny picture on ${when}. ${describeTrialEnd(trial, describeCause)}`
}

const InsideQuestion = ({ trial }: { readonly trial: DataTrial | null }) => {
  const { mutate, isPending } = useTryData()
  return (
    <SettingRow name="Does it work?" about={describeTrial(trial)}>
      <Button variant="default" loading={isPending} onClick={() => mutate()}>
        {trial ? 'Try again' : 'Try it'}
      </Button>
    </SettingRow>
  )
}

const OwnAddress = ({ publishing }: { readonly publishing: Publishing }) => {
  const { mutate, isPending } = useSetPublishing()
  const known = publishing.kind === 'base-url' ? publishing : { baseUrl: '', folder: '' }
  const [address, setAddress] = useState(known.baseUrl)
  const [folder, setFolder] = useState(known.folder ?? '')
  const save = () =>
    mutate({ publishing: { kind: 'base-url', baseUrl: address.trim(), ...(folder.trim() === '' ? {} : { folder: folder.trim() }) } })
  return (
    <>
      <SettingRow name="Address of the pictures">
        <TextInput
          aria-label="Address of the pictures"
          w={300}
          placeholder="https://…/"
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
      </SettingRow>
      <SettingRow name="Local folder for this address" about="Optional. Pictures in this folder keep their subfolders in the address.">
        <Group gap={8} wrap="nowrap">
          <TextInput
            aria-label="Local folder for this address"
            w={220}
            placeholder="/home/you/pictures"
            value={folder}
            onChange={(event) => setFolder(event.currentTarget.value)}
          />
          <Button
            variant="default"
            loading={isPending}
            disabled={!/^https?:/.test(address.trim()) || !URL.canParse(address.trim())}
            onClick={save}
          >
            Save
          </Button>
        </Group>
      </SettingRow>
    </>
  )
}

/** How the service reaches local pictures for questions: rows of the workspace's settings. */
export const PublishingSettings = ({ connection }: { readonly connection: Connection }) => {
  const view = usePublishing()
  const { mutate } = useSetPublishing()
  const publishing = view?.publishing ?? connection.publishing
  // A choice made here that needs more details before it can be saved.
  const [draft, setDraft] = useState<'s3' | 'base-url' | null>(null)
  const kind = draft ?? publishing.kind
  const choose = (next: Publishing['kind']) => {
    const needsMore = next === 's3' || next === 'base-url'
    setDraft(needsMore ? next : null)
    if (!needsMore && next !== publishing.kind) mutate({ publishing: { kind: next } })
  }
  return (
    <>
      <SettingRow name="How questions reach pictures" about={aboutWays[kind]}>
        <Select
          aria-label="How questions reach pictures"
          w={200}
          allowDeselect={false}
          data={[...ways]}
          value={kind}
          onChange={(value) => choose(value as Publishing['kind'])}
        />
      </SettingRow>
      {kind === 's3' && view && (
        <BucketForm known={publishing.kind === 's3' ? publishing : null} view={view} onSaved={() => setDraft(null)} />
      )}
      {kind === 'base-url' && <OwnAddress publishing={publishing} />}
      {kind === 'data' && view && <InsideQuestion trial={view.data} />}
    </>
  )
}
