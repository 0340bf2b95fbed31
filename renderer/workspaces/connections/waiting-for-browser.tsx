import { Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { labels } from '../../../shared/base/label-words.ts'
import type { WaitingSignIn } from '../../../shared/workspaces/workspaces.ts'
import { client } from '../../bridge.ts'
import { copyText } from '../../ui/copy-text.ts'
import { useErrorWords } from '../../ui/error-words.ts'
import { readProblem } from '../../ui/read-problem.ts'
import { tellProblem } from '../../ui/tell.tsx'

/** Cancels the pending sign-in. */
export const cancelSignIn = (): void => {
  client.session.cancelSignIn().catch((error: unknown) => tellProblem('The sign-in was not cancelled.', error))
}

const PasteAddress = ({ isBelow }: { readonly isBelow: boolean }) => {
  const [url, setUrl] = useState('')
  const { mutate, isPending, error } = useMutation({ mutationFn: () => client.session.completeSignIn({ url: url.trim() }) })
  useErrorWords()
  const problem = error ? readProblem(error) : null
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        mutate()
      }}
    >
      <Group gap={8} align="flex-end" wrap="nowrap">
        <TextInput
          flex={1}
          label="The address you were sent to"
          description={isBelow ? 'From the address bar of your browser, after you allowed access there.' : undefined}
          placeholder="http://127.0.0.1:28417/callback?…"
          value={url}
          error={problem?.message}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={!url.trim()} loading={isPending}>
          Continue
        </Button>
      </Group>
    </form>
  )
}

/** Shown while the browser asks: help if it does not open, or can't return. */
export const WaitingForBrowser = ({ signIn }: { readonly signIn: WaitingSignIn | null }) => {
  const [isPasting, setPasting] = useState(false)
  const url = signIn?.url ?? null
  const openAgain = () => void client.session.reopenSignIn().catch((error: unknown) => tellProblem('The browser was not opened.', error))
  return (
    <Stack gap={16}>
      <Group gap={12} wrap="nowrap">
        <Loader size={20} aria-hidden="true" />
        <Text size="sm" role="status">
          {url !== null && !signIn?.wasOpened ? (
            <>
              <b>No browser could be opened.</b> Copy the address and open it yourself.{' '}
            </>
          ) : (
            <>
              <b>Waiting for your browser…</b>{' '}
            </>
          )}
          Allow access in your browser, and check the workspace name.
        </Text>
      </Group>
      <Group gap={8}>
        <Button size="xs" variant="default" disabled={!url} onClick={openAgain}>
          Open again
        </Button>
        <Button size="xs" variant="default" disabled={!url} onClick={() => void copyText(url ?? '', 'Address')}>
          {labels.copyAddress}
        </Button>
        {!isPasting && (
          <Button size="xs" variant="default" disabled={!url} onClick={() => setPasting(true)}>
            Paste the address you were sent to
          </Button>
        )}
        <Button size="xs" variant="subtle" color="gray" onClick={cancelSignIn}>
          Cancel
        </Button>
      </Group>
      {isPasting && <PasteAddress isBelow />}
    </Stack>
  )
}
