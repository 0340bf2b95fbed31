import { Button, Group, Modal, Stack, Switch, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Connection } from '../../shared/session.ts'
import { client } from '../bridge.ts'
import { openConnect, useDisconnect, useSession, useSignIn, useStanding } from '../connect/use-session.ts'
import { api } from '../queries.ts'
import { tellProblem } from '../ui/tell.tsx'
import { PublishingSettings } from './publishing-settings.tsx'
import { SettingGroup, SettingRow } from './setting-row.tsx'

type Change = Parameters<typeof client.session.update>[0]

const useUpdate = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) => client.session.update(change),
    onSuccess: (view) => queries.setQueryData(api.session.get.queryKey(), view),
    onError: (error) => tellProblem('The connection was not changed.', error),
  })
}

const Disconnect = ({ name }: { readonly name: string }) => {
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending } = useDisconnect()
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Disconnect
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={`Disconnect ${name}?`} closeButtonProps={{ 'aria-label': 'Close' }}>
        <Stack gap={16}>
          <Text size="sm">
            Packshot gives its access back and forgets it on this computer. Your pictures, answers and waiting work stay here, and go on
            once you connect again.
          </Text>
          <Group gap={8} justify="flex-end">
            <Button variant="default" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button color="red" loading={isPending} onClick={() => mutate(undefined, { onSettled: () => setOpen(false) })}>
              Sign out and disconnect
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}

const signInWays: Record<Connection['credentials']['kind'], string> = {
  oauth: 'as yourself, through the browser',
  'api-key': 'with an API key',
}

/** The workspace: which, how it stands, and what of it can be changed. */
export const ConnectionSettings = () => {
  const session = useSession()
  const standing = useStanding()
  const signIn = useSignIn()
  const update = useUpdate()
  const connection = session?.connection
  if (!session) return null
  if (!connection)
    return (
      <SettingGroup title="Workspace">
        <SettingRow name="No workspace" about="Connect one with the buttons above. What you add and ask waits for it." />
      </SettingGroup>
    )
  const isOut = standing === 'signed-out' || standing === 'ended'
  return (
    <SettingGroup title="Workspace">
      <SettingRow name={connection.name} about={connection.baseUrl}>
        <Group gap={8} wrap="nowrap">
          <Button variant="subtle" color="gray" onClick={openConnect}>
            Switch…
          </Button>
          {isOut ? <Button onClick={() => signIn.mutate()}>Sign in</Button> : <Disconnect name={connection.name} />}
        </Group>
      </SettingRow>
      <SettingRow
        name="Access"
        about={`Signed in ${signInWays[connection.credentials.kind]}. ${session.storage === 'keychain' ? 'Kept in this computer’s keychain.' : `Kept for this run only. ${session.storageReason ?? ''}`}`}
      />
      <PublishingSettings key={connection.id} connection={connection} />
      <SettingRow name="Lists are added to" about="On where this workspace adds to a product’s list instead of replacing it.">
        <Switch
          aria-label="Lists are added to"
          checked={connection.serviceAppends}
          onChange={(event) => update.mutate({ serviceAppends: event.currentTarget.checked })}
        />
      </SettingRow>
    </SettingGroup>
  )
}
