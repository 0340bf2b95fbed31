import { Anchor, Button, Group, PasswordInput, Stack, Switch, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ConnectionForm } from '../../../shared/contract.ts'
import type { OfferForm } from '../../../shared/workspaces/workspaces.ts'

const useFields = <Name extends string>(names: readonly Name[]) => {
  const [fields, setFields] = useState(() => Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>)
  const bind = (field: Name) => ({
    value: fields[field],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setFields((before) => ({ ...before, [field]: value }))
    },
  })
  return { fields, bind }
}

const Form = ({
  about,
  submit,
  isBusy,
  label,
  children,
}: {
  about: string
  submit: () => void
  isBusy: boolean
  label: string
  children: ReactNode
}) => (
  <form
    onSubmit={(event) => {
      event.preventDefault()
      submit()
    }}
  >
    <Stack gap={16}>
      <Text size="sm" c="dimmed">
        {about}
      </Text>
      {children}
      <Group justify="flex-end">
        <Button type="submit" loading={isBusy}>
          {label}
        </Button>
      </Group>
    </Stack>
  </form>
)

const nameOf = (name: string) => (name.trim() ? { name: name.trim() } : {})

/** How the client's id and secret are sent (RFC 6749, 2.3.1), for a service that requires another form. */
export const RawBasicSwitch = ({ isRaw, change }: { readonly isRaw: boolean; readonly change: (isRaw: boolean) => void }) => (
  <Switch
    label="Send client ID and secret as they are"
    description="Use this if the service rejects a secret with special characters. By default both are form-encoded, as the standard says."
    checked={isRaw}
    onChange={(event) => change(event.currentTarget.checked)}
  />
)

/** An OAuth client's details, typed. The sheet shows the result. */
export const ClientDetailsForm = ({ isBusy, make }: { readonly isBusy: boolean; readonly make: (form: OfferForm) => void }) => {
  const { fields, bind } = useFields(['name', 'baseUrl', 'clientId', 'clientSecret'])
  const [showsMore, setShowsMore] = useState(false)
  const [isRaw, setRaw] = useState(false)
  const basicAuth = isRaw ? ({ basicAuth: 'raw' } as const) : {}
  return (
    <Form
      about="From the workspace’s settings, where its admin made an OAuth client. The secret is kept in this computer’s keychain."
      submit={() =>
        make({
          kind: 'oauth',
          ...fields,
          ...nameOf(fields.name),
          ...basicAuth,
          baseUrl: fields.baseUrl.trim(),
          clientId: fields.clientId.trim(),
        })
      }
      isBusy={isBusy}
      label="Continue"
    >
      <Group grow gap={16} align="flex-start">
        <TextInput label="Address" placeholder="https://api.example.com" required type="url" {...bind('baseUrl')} />
        <TextInput label="Name" placeholder="Any name" {...bind('name')} />
      </Group>
      <Group grow gap={16} align="flex-start">
        <TextInput label="Client ID" required {...bind('clientId')} />
        <PasswordInput label="Client secret" required autoComplete="off" {...bind('clientSecret')} />
      </Group>
      {showsMore ? (
        <RawBasicSwitch isRaw={isRaw} change={setRaw} />
      ) : (
        <Anchor component="button" type="button" size="sm" ta="start" onClick={() => setShowsMore(true)}>
          Advanced
        </Anchor>
      )}
    </Form>
  )
}

const aboutKey =
  'For your own key only. If a team shares a key, keep it on a server and enter that server’s address here. The key is saved in this computer’s keychain.'
const aboutRelay = 'Your team’s server, which holds the key. If it requires a header, the value is saved in this computer’s keychain.'

/** A personal API key, or a server that holds one. It is tested before anything is sent. */
export const ApiKeyForm = ({ isBusy, connect }: { readonly isBusy: boolean; readonly connect: (form: ConnectionForm) => void }) => {
  const [isRelay, setRelay] = useState(false)
  const { fields, bind } = useFields(['name', 'baseUrl', 'apiKey', 'headerName', 'headerValue'])
  const submit = (): void => {
    const shared = { baseUrl: fields.baseUrl.trim(), ...nameOf(fields.name) }
    const header = fields.headerName.trim() ? { name: fields.headerName.trim(), value: fields.headerValue } : null
    connect(isRelay ? { kind: 'relay', ...shared, header } : { kind: 'api-key', ...shared, apiKey: fields.apiKey })
  }
  return (
    <Form about={isRelay ? aboutRelay : aboutKey} submit={submit} isBusy={isBusy} label="Test and connect">
      <Group grow gap={16} align="flex-start">
        <TextInput label="Address" placeholder="https://api.example.com" required type="url" {...bind('baseUrl')} />
        <TextInput label="Name" placeholder="Any name" {...bind('name')} />
      </Group>
      <Switch
        label="The address is our own server, which holds the key"
        checked={isRelay}
        onChange={(event) => setRelay(event.currentTarget.checked)}
      />
      {isRelay ? (
        <Group grow gap={16} align="flex-start">
          <TextInput label="Header (optional)" placeholder="X-Team-Token" {...bind('headerName')} />
          <PasswordInput label="Header value" autoComplete="off" disabled={!fields.headerName.trim()} {...bind('headerValue')} />
        </Group>
      ) : (
        <PasswordInput label="API key" required autoComplete="off" {...bind('apiKey')} />
      )}
    </Form>
  )
}
