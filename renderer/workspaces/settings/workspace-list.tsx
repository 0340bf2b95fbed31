import { Button, Group, Menu, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { labels } from '../../../shared/base/label-words.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import { anotherUserWords } from '../../../shared/command/command-words.ts'
import type { WorkspaceRow } from '../../../shared/workspaces/workspaces.ts'
import { client } from '../../bridge.ts'
import { SettingGroup, SettingRow } from '../../settings/setting-row.tsx'
import { Icon } from '../../ui/icon.tsx'
import { tellProblem } from '../../ui/tell.tsx'
import { openConnect, openMakeFile, useForget, useSignIn, useSwitch, useWorkspaces } from '../connections/use-session.ts'

const AnotherUser = ({ close }: { readonly close: () => void }) => {
  const { mutate } = useSignIn()
  return (
    <Stack gap={16}>
      <Text size="sm">{anotherUserWords}</Text>
      <Group gap={8} justify="flex-end">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button
          onClick={() => {
            mutate({ asAnotherUser: true })
            close()
          }}
        >
          Open browser
        </Button>
      </Group>
    </Stack>
  )
}

/** Only where people sign in, and someone is signed in already. */
const canChangeUser = ({ isActive, credentials, state }: WorkspaceRow): boolean =>
  isActive && credentials === 'oauth' && state === 'signed-in'

const Rename = ({ row, close }: { readonly row: WorkspaceRow; readonly close: () => void }) => {
  const queries = useQueryClient()
  const [name, setName] = useState(row.name)
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.workspaces.rename({ connectionId: row.id, name: name.trim() }),
    onSuccess: close,
    onError: (error) => tellProblem('The workspace was not renamed.', error),
    onSettled: () => queries.invalidateQueries(),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        mutate()
      }}
    >
      <Stack gap={16}>
        <TextInput label="Name" data-autofocus maxLength={200} value={name} onChange={(event) => setName(event.currentTarget.value)} />
        <Group justify="flex-end">
          <Button type="submit" disabled={!name.trim()} loading={isPending}>
            Rename
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const Forget = ({ row, close }: { readonly row: WorkspaceRow; readonly close: () => void }) => {
  const [queue, setQueue] = useState<'keep' | 'cancel'>('keep')
  const { mutate, isPending } = useForget()
  const left = row.waiting + row.parked
  return (
    <Stack gap={16}>
      <Text size="sm">
        Packshot revokes its access and deletes it from this computer. Pictures and answers stay here. Everything sent stays in the
        workspace.
      </Text>
      {left > 0 && (
        <Radio.Group
          label={`${countOf(left, 'job')} for it not done yet:`}
          value={queue}
          onChange={(value) => setQueue(value as typeof queue)}
        >
          <Stack gap={8} mt={8}>
            <Radio value="keep" label="Keep them. They resume when it is connected again." />
            <Radio value="cancel" label="Cancel them." />
          </Stack>
        </Radio.Group>
      )}
      <Group gap={8} justify="flex-end">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button
          color="red"
          loading={isPending}
          onClick={() => mutate({ connectionId: row.id, name: row.name, queue }, { onSettled: close })}
        >
          Sign out and disconnect
        </Button>
      </Group>
    </Stack>
  )
}

const stateWords: Record<WorkspaceRow['state'], string> = {
  'signed-in': 'signed in',
  'signed-out': 'signed out',
  'signing-in': 'signing in',
  ended: 'session ended',
  unknown: 'keychain not readable',
}

const describe = (row: WorkspaceRow): string =>
  [row.baseUrl, stateWords[row.state], row.waiting > 0 ? `${countOf(row.waiting, 'job')} waiting` : ''].filter(Boolean).join(' · ')

type Dialog = 'rename' | 'another-user' | 'forget'

const titleOf = (dialog: Dialog | null, name: string): string => {
  switch (dialog) {
    case 'rename':
      return `Rename ${name}`
    case 'another-user':
      return `Sign in to ${name} as another user`
    case 'forget':
    case null:
      return `Disconnect ${name}?`
  }
}

const WorkspaceLine = ({ row }: { readonly row: WorkspaceRow }) => {
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const { mutate, isPending } = useSwitch()
  const close = () => setDialog(null)
  return (
    <>
      <SettingRow name={row.name} about={describe(row)}>
        <Group gap={4} wrap="nowrap">
          {row.isActive ? (
            <Text size="sm" c="dimmed">
              In use
            </Text>
          ) : (
            <Button variant="default" loading={isPending} aria-label={labels.switchTo(row.name)} onClick={() => mutate(row.id)}>
              Switch
            </Button>
          )}
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="subtle" color="gray" px={8} aria-label={`More about ${row.name}`}>
                <Icon name="more" size={18} />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => setDialog('rename')}>Rename…</Menu.Item>
              {canChangeUser(row) && <Menu.Item onClick={() => setDialog('another-user')}>Sign in as another user…</Menu.Item>}
              <Menu.Item onClick={() => setDialog('forget')}>Disconnect…</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Group>
      </SettingRow>
      <Modal opened={dialog !== null} onClose={close} title={titleOf(dialog, row.name)} closeButtonProps={{ 'aria-label': 'Close' }}>
        {dialog === 'rename' && <Rename row={row} close={close} />}
        {dialog === 'another-user' && <AnotherUser close={close} />}
        {dialog === 'forget' && <Forget row={row} close={close} />}
      </Modal>
    </>
  )
}

/** All workspaces of this library: which one is active, and switching to another. */
export const WorkspaceList = () => {
  const rows = useWorkspaces()
  return (
    <SettingGroup title="Workspaces">
      {rows.map((row) => (
        <WorkspaceLine key={row.id} row={row} />
      ))}
      <SettingRow
        name={rows.length === 0 ? 'No workspace' : 'Another workspace'}
        about={
          rows.length === 0
            ? 'Your pictures and questions wait for one.'
            : 'Each has its own queue, answers and products; the pictures are shared.'
        }
      >
        <Group gap={8} wrap="nowrap">
          <Button variant="subtle" color="gray" onClick={openMakeFile}>
            For admins…
          </Button>
          <Button variant="default" onClick={openConnect}>
            Connect…
          </Button>
        </Group>
      </SettingRow>
    </SettingGroup>
  )
}
