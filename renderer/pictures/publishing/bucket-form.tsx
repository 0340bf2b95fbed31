import { Button, NumberInput, PasswordInput, Switch, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { describeCause } from '../../../shared/base/describe-error.ts'
import { labels } from '../../../shared/base/label-words.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import type { PublishingView } from '../../../shared/pictures/publishing.ts'
import { bucketNotes } from '../../../shared/pictures/publishing-words.ts'
import type { BucketKeys, BucketSettings } from '../../../shared/workspaces/publishing-settings.ts'
import { client } from '../../bridge.ts'
import { Note } from '../../ui/note.tsx'
import { readProblem } from '../../ui/read-problem.ts'
import classes from './bucket-form.module.css'
import { useSetPublishing } from './use-publishing.ts'

type Props = { readonly known: BucketSettings | null; readonly view: PublishingView; readonly onSaved: () => void }

const empty: BucketSettings = {
  kind: 's3',
  endpoint: '',
  region: '',
  bucket: '',
  prefix: 'packshot/',
  pathStyle: true,
  lifetimeSeconds: 3_600,
  removeWhenAnswered: true,
}

/** Amazon's own buckets are part of the host name; most other services accept both forms. */
const isAmazon = (endpoint: string): boolean => /\.amazonaws\.com(\.cn)?\/?$/.test(endpoint.trim())

const useTest = () =>
  useMutation({ mutationFn: (input: { readonly bucket: BucketSettings; readonly keys?: BucketKeys }) => client.publishing.test(input) })

const Outcome = ({ test }: { readonly test: ReturnType<typeof useTest> }) => (
  <p className={classes.result} role="status">
    {test.isPending && 'Testing with a tiny picture …'}
    {test.data && `It works. A tiny picture was uploaded, fetched and removed. ${test.data.notes.map((one) => bucketNotes[one]).join(' ')}`}
  </p>
)

/** A bucket's settings and keys, tested before or after saving. Keys are never sent back to the window. */
export const BucketForm = ({ known, view, onSaved }: Props) => {
  const [fields, setFields] = useState<BucketSettings>(known ?? empty)
  const [keys, setKeys] = useState<BucketKeys>({ accessKeyId: '', secretAccessKey: '' })
  const set = useSetPublishing()
  const test = useTest()
  const change = (part: Partial<BucketSettings>) => {
    test.reset()
    setFields((before) => ({ ...before, ...part }))
  }
  const hasNewKeys = keys.accessKeyId.trim() !== '' && keys.secretAccessKey !== ''
  const isComplete = fields.endpoint.trim() !== '' && fields.bucket.trim() !== '' && (hasNewKeys || view.hasKeys)
  const bucket: BucketSettings = { ...fields, region: fields.region.trim() || 'us-east-1', prefix: fields.prefix.trim() }
  const more = hasNewKeys ? { keys } : {}
  const save = (event: FormEvent) => {
    event.preventDefault()
    set.mutate(
      { publishing: bucket, ...more },
      {
        onSuccess: () => {
          setKeys({ accessKeyId: '', secretAccessKey: '' })
          onSaved()
        },
      },
    )
  }
  const setKey = (part: Partial<BucketKeys>) => {
    test.reset()
    setKeys((before) => ({ ...before, ...part }))
  }
  const failure = test.error && readProblem(test.error)
  const kept = view.hasKeys ? labels.keptIn[view.storage] : ''
  return (
    <form className={classes.form} aria-label="Bucket" onSubmit={save}>
      <div className={classes.pair}>
        <TextInput
          label="Endpoint"
          placeholder="https://s3.eu-central-1.amazonaws.com"
          required
          value={fields.endpoint}
          onChange={({ currentTarget: { value } }) => change({ endpoint: value, pathStyle: !isAmazon(value) })}
        />
        <TextInput
          label="Region"
          placeholder="us-east-1"
          value={fields.region}
          onChange={({ currentTarget: { value } }) => change({ region: value })}
        />
        <TextInput label="Bucket" required value={fields.bucket} onChange={({ currentTarget: { value } }) => change({ bucket: value })} />
        <TextInput
          label="Folder in the bucket"
          placeholder="packshot/"
          value={fields.prefix}
          onChange={({ currentTarget: { value } }) => change({ prefix: value })}
        />
        <TextInput
          label="Access key"
          placeholder={kept}
          required={!view.hasKeys}
          autoComplete="off"
          value={keys.accessKeyId}
          onChange={({ currentTarget: { value } }) => setKey({ accessKeyId: value })}
        />
        <PasswordInput
          label="Secret access key"
          placeholder={kept}
          required={!view.hasKeys}
          autoComplete="off"
          value={keys.secretAccessKey}
          onChange={({ currentTarget: { value } }) => setKey({ secretAccessKey: value })}
        />
        <NumberInput
          label="Links expire after"
          suffix=" minutes"
          min={1}
          max={10_080}
          clampBehavior="blur"
          value={Math.round(fields.lifetimeSeconds / 60)}
          onChange={(value) => typeof value === 'number' && value >= 1 && change({ lifetimeSeconds: Math.round(value * 60) })}
        />
        <div>
          <Switch
            label="Remove pictures when answered"
            checked={fields.removeWhenAnswered}
            onChange={({ currentTarget: { checked } }) => change({ removeWhenAnswered: checked })}
          />
          <Switch
            mt={8}
            label="Bucket name in the path"
            checked={fields.pathStyle}
            onChange={({ currentTarget: { checked } }) => change({ pathStyle: checked })}
          />
        </div>
      </div>
      {failure && (
        <Note tone="bad" title="The test failed." isAlert>
          {failure.message} {failure.action}
        </Note>
      )}
      {view.left.reason !== null && (
        <Note tone="warn" title={`${countOf(view.left.objects, 'picture')} could not be removed from the bucket`}>
          {describeCause(view.left.reason)} Packshot tries again automatically.
        </Note>
      )}
      <div className={classes.foot}>
        <Outcome test={test} />
        <Button variant="default" disabled={!isComplete} loading={test.isPending} onClick={() => test.mutate({ bucket, ...more })}>
          Test
        </Button>
        <Button type="submit" disabled={!isComplete} loading={set.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}
