import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { labels } from '../../../shared/base/label-words.ts'
import type { SessionView } from '../../../shared/contract.ts'
import { client } from '../../bridge.ts'
import { api } from '../../queries.ts'
import { SettingRow } from '../../settings/setting-row.tsx'
import { tell, tellProblem } from '../../ui/tell.tsx'
import { openApiKey, openConnect } from '../connections/use-session.ts'

const useRemoveKey = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => client.session.setApiKey({ apiKey: null }),
    onSuccess: (view) => {
      queries.setQueryData(api.session.get.queryKey(), view)
      tell(labels.apiKeyRemoved, { text: 'It stays valid in the workspace until it is deleted there.' })
    },
    onError: (error) => tellProblem('The key was not removed.', error),
  })
}

/** Whether there is an API key, and adding, replacing or removing it. The key itself never comes back. */
export const ApiKeySetting = ({ session }: { readonly session: SessionView }) => {
  const remove = useRemoveKey()
  switch (session.connection?.credentials.kind) {
    case undefined:
    case 'relay':
      return null
    case 'api-key':
      return (
        <SettingRow name="API key" about="Saved. This workspace is connected with it. To replace it, connect with the new one.">
          <Button variant="default" onClick={openConnect}>
            Replace…
          </Button>
        </SettingRow>
      )
    case 'oauth':
      return (
        <SettingRow
          name="Additional API key"
          about={
            session.hasApiKey
              ? 'Saved. Used for actions the sign-in may not do.'
              : 'Optional: for actions the sign-in may not do, such as questions.'
          }
        >
          <Group gap={8} wrap="nowrap">
            {session.hasApiKey && (
              <Button
                variant="subtle"
                color="gray"
                loading={remove.isPending}
                aria-label="Remove the API key"
                onClick={() => remove.mutate()}
              >
                Remove
              </Button>
            )}
            <Button variant="default" onClick={openApiKey}>
              {session.hasApiKey ? 'Replace…' : 'Add…'}
            </Button>
          </Group>
        </SettingRow>
      )
  }
}
