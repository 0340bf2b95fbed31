import { useQuery } from '@tanstack/react-query'
import { sendingFor } from '../../../shared/service/sending.ts'
import { describeSending } from '../../../shared/service/sending-words.ts'
import type { Connection } from '../../../shared/workspaces/connection.ts'
import { api } from '../../queries.ts'
import { SettingGroup, SettingRow } from '../../settings/setting-row.tsx'
import { WorkspaceSettings } from './workspace-settings.tsx'

/** Upload settings of a workspace, and their effect on pictures that are not uploaded yet. */
export const SendingSettings = ({ connection }: { readonly connection: Connection }) => {
  const plan = api.library.sendingPlan.queryOptions()
  // Read again when a setting changes, and with each change of the library.
  const { data } = useQuery({ ...plan, queryKey: [...plan.queryKey, connection.id, sendingFor(connection, null)] as never })
  return (
    <SettingGroup title="Uploads" part="uploads">
      <WorkspaceSettings connection={connection} shown="sending" />
      {data && <SettingRow name="Next upload" about={<span role="status">{describeSending(data)}</span>} />}
    </SettingGroup>
  )
}
