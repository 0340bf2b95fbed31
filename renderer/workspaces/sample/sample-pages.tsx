import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../queries.ts'
import { SettingRow } from '../../settings/setting-row.tsx'
import { tell, tellProblem } from '../../ui/tell.tsx'

/** The way into the sample workspace's pages, which let in only whom Packshot sends. */
export const SamplePages = () => {
  const open = useMutation(
    api.workspaces.openPages.mutationOptions({
      onSuccess: ({ address }) =>
        address !== null &&
        tell('No browser could be opened', {
          text: 'Copy the address of the pages, and open it within ten minutes.',
          action: { label: 'Copy address', run: () => void navigator.clipboard.writeText(address) },
        }),
      onError: (error) => tellProblem('The pages were not opened.', error),
    }),
  )
  return (
    <SettingRow name="Its pages" about="OAuth clients, API tokens, roles, switches and products, in your browser.">
      <Button variant="default" loading={open.isPending} onClick={() => open.mutate(undefined)}>
        Open its pages
      </Button>
    </SettingRow>
  )
}
