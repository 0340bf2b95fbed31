import { Button, Group, Stack, Text } from '@mantine/core'
import { anotherUserWords } from '../../../shared/command/command-words.ts'
import type { WorkspaceRow } from '../../../shared/workspaces/workspaces.ts'
import { useSignIn } from '../connections/use-session.ts'

export const AnotherUser = ({ close }: { readonly close: () => void }) => {
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
export const canChangeUser = ({ isActive, credentials, state }: WorkspaceRow): boolean =>
  isActive && credentials === 'oauth' && state === 'signed-in'
