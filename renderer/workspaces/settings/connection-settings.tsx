import { Button, Group, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { describeError } from '../../../shared/base/describe-error.ts'
import { sendingFor } from '../../../shared/service/sending.ts'
import { describeSending } from '../../../shared/service/sending-words.ts'
import type { Connection } from '../../../shared/workspaces/connection.ts'
import { PublishingSettings } from '../../pictures/publishing/publishing-settings.tsx'
import { api } from '../../queries.ts'
import { SettingGroup, SettingRow } from '../../settings/setting-row.tsx'
import { ProxySetting } from '../connections/proxy-setting.tsx'
import { useSession, useSignIn, useStanding } from '../connections/use-session.ts'
import { SamplePages } from '../sample/sample-pages.tsx'
import { VisionSettings } from '../sample/vision-settings.tsx'
import { AdvancedSettings } from './advanced-settings.tsx'
import { ApiKeySetting } from './api-key-setting.tsx'
import { ScopesSetting } from './scopes-setting.tsx'
import { findProblem, useConnectionChange } from './use-connection-change.ts'
import { WorkspaceList } from './workspace-list.tsx'
import { WorkspaceSettings } from './workspace-settings.tsx'

/** The workspace's name in this app; the service reports none. */
const NameSetting = ({ connection }: { readonly connection: Connection }) => {
  const [name, setName] = useState(connection.name)
  const { change, isPending, problems, forget } = useConnectionChange()
  const save = (event: FormEvent) => {
    event.preventDefault()
    change({ name }, { onSuccess: ({ view }) => view.connection?.name === name.trim() && setName(view.connection.name) })
  }
  return (
    <SettingRow name="Name" about="As it is called on this computer.">
      <form aria-label="Name of the workspace" onSubmit={save}>
        <Group gap={8} wrap="nowrap" align="flex-start">
          <TextInput
            aria-label="Workspace name"
            w={240}
            error={findProblem(problems, 'name')}
            value={name}
            onChange={({ currentTarget }) => {
              forget()
              setName(currentTarget.value)
            }}
          />
          <Button type="submit" variant="default" loading={isPending} disabled={name === connection.name}>
            Save name
          </Button>
        </Group>
      </form>
    </SettingRow>
  )
}

/** Upload settings of a workspace, and their effect on pictures that are not uploaded yet. */
const SendingSettings = ({ connection }: { readonly connection: Connection }) => {
  const plan = api.library.sendingPlan.queryOptions()
  // Read again when a setting changes, and with each change of the library.
  const { data } = useQuery({ ...plan, queryKey: [...plan.queryKey, connection.id, sendingFor(connection, null)] as never })
  return (
    <SettingGroup title="Uploads" part="uploads">
      <WorkspaceSettings connection={connection} shown="sending" />
      {data && <SettingRow name="Next upload" about={<span role="status">{describeSending(data)}</span>} />}
    </SettingGroup>
  )
}

const signInWays: Record<Connection['credentials']['kind'], string> = {
  oauth: 'as yourself, through the browser',
  'api-key': 'with an API key',
  relay: 'through your team’s server',
}

const Advanced = ({ connection }: { readonly connection: Connection }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <SettingRow name="Advanced" about="Custom API paths, request bodies and limits. Ask the workspace’s admin.">
        <Button
          variant="default"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Hide' : 'Show'} advanced settings`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide' : 'Show'}
        </Button>
      </SettingRow>
      {isOpen && <AdvancedSettings connection={connection} />}
    </>
  )
}

/** The workspaces; for the active one also its state and its settings. */
export const ConnectionSettings = () => {
  const session = useSession()
  const standing = useStanding()
  const signIn = useSignIn()
  const connection = session?.connection
  if (!session) return null
  if (!connection) return <WorkspaceList />
  const isOut = standing === 'signed-out' || standing === 'ended'
  const signedIn = isOut ? 'Signs in' : 'Signed in'
  return (
    <>
      <WorkspaceList />
      <SettingGroup title={connection.name}>
        <NameSetting key={`name ${connection.id} ${connection.name}`} connection={connection} />
        <SettingRow name="Address" about={connection.baseUrl} />
        <SettingRow
          name="Access"
          about={`${signedIn} ${signInWays[connection.credentials.kind]}. ${session.storage === 'keychain' ? 'Kept in this computer’s keychain.' : `Kept for this run only. ${session.storageReason === null ? '' : describeError(session.storageReason).message}`}`}
        >
          {isOut && <Button onClick={() => signIn.mutate(undefined)}>Sign in</Button>}
        </SettingRow>
        <ProxySetting />
        {connection.credentials.kind === 'oauth' && <ScopesSetting session={session} />}
        <ApiKeySetting session={session} />
        <PublishingSettings key={connection.id} connection={connection} />
        <WorkspaceSettings key={`settings ${connection.id}`} connection={connection} shown="settings" />
        {connection.isSample && <SamplePages />}
        <Advanced key={`advanced ${connection.id}`} connection={connection} />
      </SettingGroup>
      <SendingSettings key={`sending ${connection.id}`} connection={connection} />
      {connection.isSample && <VisionSettings />}
    </>
  )
}
