import { Select, Stack, Switch } from '@mantine/core'
import type { WatchRules } from '../../shared/watching/watching.ts'
import { useWorkspaces } from '../workspaces/connections/use-session.ts'
import { useQuestionSets } from './watch-queries.ts'

type Props = { readonly rules: WatchRules; readonly change: (part: Partial<WatchRules>) => void }

/** Stands for `null`: a list's values are texts. */
const none = 'none'

type Option = { readonly value: string; readonly label: string }

/** The option of one that was removed, so that the field says so. */
const withRemoved = (options: readonly Option[], chosen: string | null, label: string): Option[] =>
  chosen === null || options.some(({ value }) => value === chosen) ? [...options] : [...options, { value: chosen, label }]

const toId = (value: string | null): string | null => (value === none ? null : value)

/** What Packshot does with new pictures of a folder. */
export const WatchRulesForm = ({ rules, change }: Props) => {
  const workspaces = useWorkspaces().map(({ id, name }) => ({ value: id, label: name }))
  const sets = (useQuestionSets() ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Stack gap={16}>
      <Switch
        label="Include subfolders"
        checked={rules.subfolders}
        onChange={({ currentTarget }) => change({ subfolders: currentTarget.checked })}
      />
      <Switch
        label="Upload at once"
        description={rules.upload ? 'As soon as a picture is added.' : 'Pictures are uploaded when you attach them or ask about them.'}
        checked={rules.upload}
        onChange={({ currentTarget }) => change({ upload: currentTarget.checked })}
      />
      <Select
        label="Workspace"
        data={withRemoved(
          [{ value: none, label: 'The one in use when pictures come' }, ...workspaces],
          rules.connectionId,
          'A removed workspace',
        )}
        value={rules.connectionId ?? none}
        onChange={(value) => change({ connectionId: toId(value) })}
      />
      <Select
        label="Question set"
        description="Asked about each new picture."
        data={withRemoved([{ value: none, label: 'None' }, ...sets], rules.questionSetId, 'A removed set')}
        value={rules.questionSetId ?? none}
        onChange={(value) => change({ questionSetId: toId(value) })}
      />
      <Switch
        label="Find each picture’s product"
        description="By the workspace’s match rules. You attach them yourself."
        checked={rules.match}
        onChange={({ currentTarget }) => change({ match: currentTarget.checked })}
      />
      <Switch
        label="Check regularly"
        description="For network drives that don’t report new pictures. They come a little later."
        checked={rules.polling}
        onChange={({ currentTarget }) => change({ polling: currentTarget.checked })}
      />
    </Stack>
  )
}
