import { Button, Group, PasswordInput, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { labels } from '../../../shared/base/label-words.ts'
import type { Publishing } from '../../../shared/workspaces/publishing-settings.ts'
import { defaultRedirectUris, withMark } from '../../../shared/workspaces/redirect-addresses.ts'
import type { ClientDetails } from '../../../shared/workspaces/workspaces.ts'
import { RawBasicSwitch } from './by-hand.tsx'

/** The admin's input, as typed. */
export type Draft = {
  readonly name: string
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUris: string
  readonly signInOrigin: string
  readonly scopes: string
  readonly isRaw: boolean
  readonly publishing: 'origin' | 'data' | 'base-url'
  readonly pictures: string
}

export const emptyDraft: Draft = {
  name: '',
  baseUrl: '',
  clientId: '',
  clientSecret: '',
  redirectUris: '',
  signInOrigin: '',
  scopes: 'user',
  isRaw: false,
  publishing: 'origin',
  pictures: '',
}

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

const publishingOf = ({ publishing, pictures }: Draft): Publishing =>
  publishing === 'base-url' ? { kind: publishing, baseUrl: pictures.trim() } : { kind: publishing }

/** Where nothing else is typed, Packshot's with the workspace's mark. */
export const redirectsOf = ({ redirectUris, baseUrl }: Draft): string[] => {
  const typed = words(redirectUris)
  return typed.length > 0 ? typed : withMark(defaultRedirectUris, baseUrl)
}

export const toDetails = (draft: Draft): ClientDetails => ({
  name: draft.name.trim(),
  baseUrl: draft.baseUrl.trim(),
  clientId: draft.clientId.trim(),
  clientSecret: draft.clientSecret.trim(),
  redirectUris: redirectsOf(draft),
  ...(draft.signInOrigin.trim() ? { signInOrigin: draft.signInOrigin.trim() } : {}),
  scopes: words(draft.scopes),
  ...(draft.isRaw ? { basicAuth: 'raw' } : {}),
  publishing: publishingOf(draft),
})

const ways = [
  { value: 'origin', label: labels.fromWebOnly },
  { value: 'data', label: 'Sent along with the question' },
  { value: 'base-url', label: 'From an address of yours' },
]

type Props = { readonly draft: Draft; readonly change: (draft: Draft) => void; readonly isBusy: boolean; readonly check: () => void }

/** The client's details, pasted; the next step is to check them. */
export const MakeDetails = ({ draft, change, isBusy, check }: Props) => {
  const [showsMore, setShowsMore] = useState(false)
  const bind = (field: Exclude<keyof Draft, 'isRaw'>) => ({
    value: draft[field],
    onChange: (event: { currentTarget: { value: string } }) => change({ ...draft, [field]: event.currentTarget.value }),
  })
  const hasTooMany = words(draft.redirectUris).length > 3
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    check()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap={12}>
        <Group grow gap={16} align="flex-start">
          <TextInput label="Workspace’s name" required maxLength={200} {...bind('name')} />
          <TextInput label="Workspace address" placeholder="https://api.example.com" required type="url" {...bind('baseUrl')} />
        </Group>
        <Group grow gap={16} align="flex-start">
          <TextInput label="Client ID" required {...bind('clientId')} />
          <PasswordInput label="Client secret" required autoComplete="off" {...bind('clientSecret')} />
        </Group>
        <Select
          label="How questions reach local pictures"
          data={ways}
          value={draft.publishing}
          onChange={(value) => change({ ...draft, publishing: value as Draft['publishing'] })}
        />
        {draft.publishing === 'base-url' && (
          <TextInput label="Address of the pictures" placeholder="https://…/" required type="url" {...bind('pictures')} />
        )}
        {showsMore && (
          <>
            <Textarea
              label="Redirect addresses, one to three"
              autosize
              minRows={3}
              placeholder={redirectsOf(draft).join('\n')}
              error={hasTooMany && 'A client can have up to three.'}
              {...bind('redirectUris')}
            />
            <TextInput
              label="Where it signs in, if at another address"
              placeholder="https://login.example.com"
              type="url"
              {...bind('signInOrigin')}
            />
            <TextInput label="Scopes" required {...bind('scopes')} />
            <RawBasicSwitch isRaw={draft.isRaw} change={(isRaw) => change({ ...draft, isRaw })} />
          </>
        )}
        <Group justify="space-between" gap={8}>
          <Button variant="subtle" color="gray" disabled={showsMore} onClick={() => setShowsMore(true)}>
            Advanced…
          </Button>
          <Button type="submit" loading={isBusy} disabled={hasTooMany}>
            Check
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
