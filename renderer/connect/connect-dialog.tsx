import { Box, Button, Group, Modal, PasswordInput, Stack, Tabs, Text, TextInput } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { useState } from 'react'
import type { ConnectionForm } from '../../shared/contract.ts'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { readProblem } from '../ui/read-problem.ts'
import classes from './connect-dialog.module.css'
import { closeConnect, useConnect, useConnectView } from './use-session.ts'

type FormProps = { readonly isBusy: boolean; readonly connect: (form: ConnectionForm) => void }

const FromFile = ({ isBusy, connect }: FormProps) => {
  const [link, setLink] = useState('')
  const readFile = async (file: File | undefined): Promise<void> => {
    if (file) connect({ kind: 'file', text: await file.text() })
  }
  return (
    <Stack gap={16}>
      <Text size="sm" c="dimmed">
        Your workspace’s admin has a connection file for the team. It names the workspace; nothing else needs typing.
      </Text>
      <Dropzone
        className={classes.drop}
        multiple={false}
        loading={isBusy}
        inputProps={{ 'aria-label': 'Connection file' }}
        onDrop={(files) => void readFile(files[0])}
      >
        <Group gap={12} justify="center">
          <Icon name="file" size={24} />
          <Text size="sm">Drop the .packshot file here, or click to choose it</Text>
        </Group>
      </Dropzone>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          connect({ kind: 'link', link: link.trim() })
        }}
      >
        <Group gap={8} align="flex-end" wrap="nowrap">
          <TextInput
            flex={1}
            label="Or paste its link"
            placeholder="packshot://connect?…"
            value={link}
            onChange={(event) => setLink(event.currentTarget.value)}
          />
          <Button type="submit" disabled={!link.trim()} loading={isBusy}>
            Connect
          </Button>
        </Group>
      </form>
    </Stack>
  )
}

const ByHand = ({ isBusy, connect, kind }: FormProps & { readonly kind: 'oauth' | 'api-key' }) => {
  const [fields, setFields] = useState({ name: '', baseUrl: '', clientId: '', clientSecret: '', apiKey: '' })
  const bind = (field: keyof typeof fields) => ({
    value: fields[field],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setFields((before) => ({ ...before, [field]: value }))
    },
  })
  const { clientId, clientSecret, apiKey } = fields
  const shared = { baseUrl: fields.baseUrl.trim(), ...(fields.name.trim() ? { name: fields.name.trim() } : {}) }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        connect(kind === 'oauth' ? { kind, ...shared, clientId: clientId.trim(), clientSecret } : { kind, ...shared, apiKey })
      }}
    >
      <Stack gap={16}>
        <Text size="sm" c="dimmed">
          {kind === 'oauth'
            ? 'From the workspace’s settings, where its admin made an OAuth client. The secret is kept in this computer’s keychain.'
            : 'For your own key only. A shared key belongs behind a server: then give that server’s address here. The key is kept in this computer’s keychain.'}
        </Text>
        <Group grow gap={16} align="flex-start">
          <TextInput label="Address" placeholder="https://api.example.com" required type="url" {...bind('baseUrl')} />
          <TextInput label="Name" placeholder="As you call it" {...bind('name')} />
        </Group>
        {kind === 'oauth' ? (
          <Group grow gap={16} align="flex-start">
            <TextInput label="Client ID" required {...bind('clientId')} />
            <PasswordInput label="Client secret" required autoComplete="off" {...bind('clientSecret')} />
          </Group>
        ) : (
          <PasswordInput label="API key" required autoComplete="off" {...bind('apiKey')} />
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy}>
            {kind === 'oauth' ? 'Connect and sign in' : 'Connect'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Three ways in: the team's connection file, its details by hand, or a key of one's own. */
export const ConnectDialog = () => {
  const { isOpen, problem } = useConnectView()
  const { mutate, isPending } = useConnect()
  const props = { isBusy: isPending, connect: (form: ConnectionForm) => mutate(form) }
  const trouble = problem ? readProblem(problem) : null
  return (
    <Modal opened={isOpen} onClose={closeConnect} size={560} title="Connect a workspace" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Tabs defaultValue="file" keepMounted={false}>
        <Tabs.List mb={16}>
          <Tabs.Tab value="file">Connection file</Tabs.Tab>
          <Tabs.Tab value="oauth">Client details</Tabs.Tab>
          <Tabs.Tab value="api-key">API key</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="file">
          <FromFile {...props} />
        </Tabs.Panel>
        <Tabs.Panel value="oauth">
          <ByHand {...props} kind="oauth" />
        </Tabs.Panel>
        <Tabs.Panel value="api-key">
          <ByHand {...props} kind="api-key" />
        </Tabs.Panel>
      </Tabs>
      {trouble && (
        <Box mt={16}>
          <Note tone="bad" title="Not connected" isAlert>
            {trouble.message} {trouble.action}
          </Note>
        </Box>
      )}
    </Modal>
  )
}
