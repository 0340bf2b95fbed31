import { ActionIcon, Group, List, Stack, Text, TextInput } from '@mantine/core'
import { copyText } from '../../ui/copy-text.ts'
import { Icon } from '../../ui/icon.tsx'
import classes from './make-file.module.css'
import { type Draft, redirectsOf } from './make-file-details.tsx'

const Copyable = ({ text, what }: { readonly text: string; readonly what: string }) => (
  <Group gap={4} wrap="nowrap" className={classes.copyable}>
    <code className={classes.code}>{text}</code>
    <ActionIcon aria-label={`Copy ${text}`} onClick={() => void copyText(text, what)}>
      <Icon name="copy" size={16} />
    </ActionIcon>
  </Group>
)

/** Explains where to create the client, and what to register there (service interface, "Creating an OAuth client"). */
export const MakeClient = ({ draft, change }: { readonly draft: Draft; readonly change: (draft: Draft) => void }) => (
  <Stack gap={12}>
    <Text size="sm">
      In the workspace’s settings, under OAuth clients, add a client for Packshot only. Each person has one session per client, so another
      app on the same client would sign people out.
    </Text>
    <TextInput
      label="Workspace address"
      placeholder="https://api.example.com"
      type="url"
      value={draft.baseUrl}
      onChange={(event) => change({ ...draft, baseUrl: event.currentTarget.value })}
    />
    <List size="sm" type="ordered" spacing={8}>
      <List.Item>Call it Packshot, and allow the scope “user”.</List.Item>
      <List.Item>
        {URL.canParse(draft.baseUrl.trim()) ? (
          <>
            Register all three redirect addresses exactly as shown. They name this workspace, so its client works for no other one:
            <Stack gap={4} mt={4}>
              {redirectsOf(draft).map((uri) => (
                <Copyable key={uri} text={uri} what="Redirect address" />
              ))}
            </Stack>
          </>
        ) : (
          'Register the redirect addresses, which are shown here once the workspace’s address is typed above.'
        )}
      </List.Item>
      <List.Item>Create it. Copy the client ID and the secret. The secret is shown only once.</List.Item>
    </List>
    <Text size="sm" c="dimmed">
      This requires the role Admin, IT Admin or Developer, and a workspace with API access.
    </Text>
  </Stack>
)
