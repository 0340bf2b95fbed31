import { Button, Switch } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Connection } from '../../shared/session.ts'
import { client } from '../bridge.ts'
import { ProxySetting } from '../connect/proxy-setting.tsx'
import { openApiKey, useSession, useSignIn, useStanding } from '../connect/use-session.ts'
import { api } from '../queries.ts'
import { tellProblem } from '../ui/tell.tsx'
import { PublishingSettings } from './publishing-settings.tsx'
import { SettingGroup, SettingRow } from './setting-row.tsx'
import { WorkspaceList } from './workspace-list.tsx'

type Change = Parameters<typeof client.session.update>[0]

const useUpdate = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) => client.session.update(change),
    onSuccess: (view) => queries.setQueryData(api.session.get.queryKey(), view),
    onError: (error) => tellProblem('The connection was not changed.', error),
  })
}

const signInWays: Record<Connection['credentials']['kind'], string> = {
  oauth: 'as yourself, through the browser',
  'api-key': 'with an API key',
  relay: 'by a server of your team’s',
}

/** The workspaces, and of the one in use how it stands and what of it can be changed. */
export const ConnectionSettings = () => {
  const session = useSession()
  const standing = useStanding()
  const signIn = useSignIn()
  const update = useUpdate()
  const connection = session?.connection
  if (!session) return null
  if (!connection) return <WorkspaceList />
  const isOut = standing === 'signed-out' || standing === 'ended'
  return (
    <>
      <WorkspaceList />
      <SettingGroup title={connection.name}>
        <SettingRow
          name="Access"
          about={`Signed in ${signInWays[connection.credentials.kind]}. ${session.storage === 'keychain' ? 'Kept in this computer’s keychain.' : `Kept for this run only. ${session.storageReason ?? ''}`}`}
        >
          {isOut && <Button onClick={() => signIn.mutate()}>Sign in</Button>}
        </SettingRow>
        <ProxySetting />
        {connection.credentials.kind === 'oauth' && (
          <SettingRow
            name="API key beside it"
            about={session.hasApiKey ? 'Used for what refuses the sign-in.' : 'For work that refuses the sign-in, questions for instance.'}
          >
            <Button variant="default" onClick={openApiKey}>
              {session.hasApiKey ? 'Change…' : 'Add…'}
            </Button>
          </SettingRow>
        )}
        <PublishingSettings key={connection.id} connection={connection} />
        <SettingRow name="Lists are added to" about="On where this workspace adds to a product’s list instead of replacing it.">
          <Switch
            aria-label="Lists are added to"
            checked={connection.serviceAppends}
            onChange={(event) => update.mutate({ serviceAppends: event.currentTarget.checked })}
          />
        </SettingRow>
      </SettingGroup>
    </>
  )
}
