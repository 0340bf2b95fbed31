import { Anchor, Box, Button, Group, Modal, Stack, Tabs, Text, TextInput } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { useEffect, useState } from 'react'
import { labels } from '../../../shared/base/label-words.ts'
import type { ConnectionForm } from '../../../shared/contract.ts'
import type { OfferForm } from '../../../shared/workspaces/workspaces.ts'
import { useErrorWords } from '../../ui/error-words.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { readProblem } from '../../ui/read-problem.ts'
import { ApiKeyForm, ClientDetailsForm } from './by-hand.tsx'
import classes from './connect-dialog.module.css'
import { ProxyHelp } from './proxy-help.tsx'
import { handOverFile, useMakeOffer, useOffer } from './use-offer.ts'
import { closeConnect, openMakeFile, useConnect, useConnectView } from './use-session.ts'

type OfferProps = { readonly isBusy: boolean; readonly make: (form: OfferForm) => void }

const FromFile = ({ isBusy, make }: OfferProps) => {
  const [link, setLink] = useState('')
  return (
    <Stack gap={16}>
      <Text size="sm" c="dimmed">
        Your workspace’s admin has a connection file for the team. It names the workspace; nothing else needs typing. It holds a secret, so
        don’t share it.
      </Text>
      <Dropzone
        className={classes.drop}
        multiple={false}
        loading={isBusy}
        inputProps={{ 'aria-label': 'Connection file' }}
        onDrop={([file]) => file && void handOverFile(file, make)}
      >
        <Group gap={12} justify="center">
          <Icon name="file" size={24} />
          <Text size="sm">Drop the .packshot file here, or click to choose it</Text>
        </Group>
      </Dropzone>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          make({ kind: 'link', link: link.trim() })
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
      <Text size="sm" c="dimmed">
        Are you the admin?{' '}
        <Anchor component="button" type="button" size="sm" onClick={openMakeFile}>
          {labels.makeConnectionFile}
        </Anchor>
      </Text>
    </Stack>
  )
}

const Trouble = ({ problem }: { readonly problem: unknown }) => {
  useErrorWords()
  const { code, message, action } = readProblem(problem)
  return (
    <Box mt={16}>
      <Note tone="bad" title="Not connected" isAlert action={<ProxyHelp code={code} />}>
        {message} {action}
      </Note>
    </Box>
  )
}

/** Three ways to connect: the team's connection file, its details by hand, or a personal API key. */
export const ConnectDialog = () => {
  const { dialog, problem } = useConnectView()
  const { mutate, isPending } = useConnect()
  const offer = useOffer()
  const making = useMakeOffer(closeConnect)
  // It may be drawn only once it is asked for: opened a moment later, it knows where the focus was.
  const [isThere, setIsThere] = useState(false)
  useEffect(() => setIsThere(true), [])
  const props = { isBusy: making.isPending, make: (form: OfferForm) => making.mutate(form) }
  // A file chosen here returns as an offer, which the sheet shows.
  useEffect(() => {
    if (offer && useConnectView.getState().dialog === 'connect') closeConnect()
  }, [offer])
  return (
    <Modal
      opened={isThere && dialog === 'connect' && !offer}
      onClose={closeConnect}
      size={560}
      title="Connect a workspace"
      // What a new Packshot offers first: there in the next frame. With a transition it would be mounted in that frame and shown in the one after it.
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
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
          <ClientDetailsForm {...props} />
        </Tabs.Panel>
        <Tabs.Panel value="api-key">
          <ApiKeyForm isBusy={isPending} connect={(form: ConnectionForm) => mutate(form)} />
        </Tabs.Panel>
      </Tabs>
      {Boolean(problem) && <Trouble problem={problem} />}
    </Modal>
  )
}
