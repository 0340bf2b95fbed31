import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Connection } from '../../../shared/workspaces/connection.ts'
import { SettingRow } from '../../settings/setting-row.tsx'
import { findProblem, useConnectionChange } from './use-connection-change.ts'

/** The workspace's name in this app; the service reports none. */
export const NameSetting = ({ connection }: { readonly connection: Connection }) => {
  const [name, setName] = useState(connection.name)
  const { change, isPending, problems, forget } = useConnectionChange()
  const save = (event: FormEvent) => {
    event.preventDefault()
    change({ name }, { onSuccess: ({ view }) => view.connection?.name === name.trim() && setName(view.connection.name) })
  }
  return (
    <SettingRow name="Name" about="As it is called on this computer.">
      <form aria-label="Name of the workspace" onSubmit={save}>
        <Group gap={8} wrap="nowrap" align="flex-start">
          <TextInput
            aria-label="Workspace name"
            w={240}
            error={findProblem(problems, 'name')}
            value={name}
            onChange={({ currentTarget }) => {
              forget()
              setName(currentTarget.value)
            }}
          />
          <Button type="submit" variant="default" loading={isPending} disabled={name === connection.name}>
            Save name
          </Button>
        </Group>
      </form>
    </SettingRow>
  )
}
