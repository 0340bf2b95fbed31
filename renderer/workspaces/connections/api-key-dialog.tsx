import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { labels } from '../../../shared/base/label-words.ts'
import { client } from '../../bridge.ts'
import { api } from '../../queries.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { tell } from '../../ui/tell.tsx'
import { closeConnect, useConnectView, useSession } from './use-session.ts'

const KeyForm = ({ name, hasKey }: { readonly name: string; readonly hasKey: boolean }) => {
  const queries = useQueryClient()
  const [key, setKey] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: (apiKey: string | null) => client.session.setApiKey({ apiKey }),
    onSuccess: (view) => {
      queries.setQueryData(api.session.get.queryKey(), view)
      closeConnect()
      tell(view.hasApiKey ? 'API key added' : labels.apiKeyRemoved)
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        mutate(key)
      }}
    >
      <Stack gap={16}>
        <Text size="sm" c="dimmed">
          You stay signed in to {name}. The key goes along only with work that refuses the sign-in, questions for instance. It is tried
          first, and kept in this computer’s keychain. Use your own key: a shared one belongs behind a server.
        </Text>
        <PasswordInput label="API key" required autoComplete="off" value={key} onChange={(event) => setKey(event.currentTarget.value)} />
        {error && <ProblemNote what="The key was not added." error={error} />}
        <Group justify="flex-end" gap={8}>
          {hasKey && (
            <Button variant="default" onClick={() => mutate(null)}>
              Remove the key
            </Button>
          )}
          <Button type="submit" disabled={!key.trim()} loading={isPending}>
            Test and add
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Additional API key, for actions the sign-in may not do. */
export const ApiKeyDialog = () => {
  const isOpen = useConnectView((view) => view.dialog === 'api-key')
  const session = useSession()
  return (
    <Modal opened={isOpen} onClose={closeConnect} size={480} title="Additional API key" closeButtonProps={{ 'aria-label': 'Close' }}>
      <KeyForm name={session?.connection?.name ?? 'the workspace'} hasKey={session?.hasApiKey ?? false} />
    </Modal>
  )
}
