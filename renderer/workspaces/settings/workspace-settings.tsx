import { Button, Group, Select, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Connection } from '../../../shared/workspaces/connection.ts'
import {
  type SettingName,
  type ShownAmong,
  settingKind,
  settingNames,
  settingOptions,
  settingRange,
  workspaceSettings,
} from '../../../shared/workspaces/workspace-settings.ts'
import { type SettingWords, settingWords } from '../../../shared/workspaces/workspace-settings-words.ts'
import { SettingRow } from '../../settings/setting-row.tsx'
import { BackToDefault } from './back-to-default.tsx'
import { findProblem, useConnectionChange } from './use-connection-change.ts'

type Props = { readonly name: SettingName; readonly connection: Connection; readonly words: SettingWords<never> }

const SwitchSetting = ({ name, connection, words }: Props) => {
  const { change } = useConnectionChange()
  return (
    <Switch
      aria-label={words.name}
      checked={connection[name] === true}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.checked })}
    />
  )
}

const ChoiceSetting = ({ name, connection, words }: Props) => {
  const { change, isPending } = useConnectionChange()
  return (
    <Select
      aria-label={words.name}
      w={200}
      allowDeselect={false}
      disabled={isPending}
      data={settingOptions(name).map((value) => ({ value, label: words.options?.[value] ?? value }))}
      value={String(connection[name] ?? words.byDefault ?? '')}
      onChange={(value) => change({ [name]: value })}
    />
  )
}

const TextSetting = ({ name, connection, words }: Props) => {
  const saved = String(connection[name] ?? '')
  const [min, max] = settingRange(name) ?? []
  const [text, setText] = useState(saved)
  const { change, isPending, problems, forget } = useConnectionChange()
  const save = (event: FormEvent) => {
    event.preventDefault()
    const said = text.trim()
    change({ [name]: said === '' ? null : settingKind(name) === 'number' ? Number(said) : said })
  }
  return (
    <form aria-label={words.name} noValidate onSubmit={save}>
      <Group gap={8} wrap="nowrap" align="flex-start">
        <TextInput
          aria-label={words.field ?? words.name}
          placeholder={words.placeholder}
          w={settingKind(name) === 'number' ? 140 : 240}
          {...(settingKind(name) === 'number' ? { type: 'number', min, max, step: 1 } : {})}
          spellCheck={false}
          error={findProblem(problems, name)}
          value={text}
          onChange={({ currentTarget }) => {
            forget()
            setText(currentTarget.value)
          }}
        />
        <Button type="submit" variant="default" miw={120} loading={isPending} disabled={text.trim() === saved}>
          {words.save ?? 'Save'}
        </Button>
      </Group>
      {settingKind(name) === 'number' && <BackToDefault of={words.name} isDefault={saved === ''} reset={() => change({ [name]: null })} />}
    </form>
  )
}

const controls = { switch: SwitchSetting, choice: ChoiceSetting, text: TextSetting, number: TextSetting } as const

/** The single-value settings (shared/workspaces/workspace-settings.ts) that belong to this part of the window. */
export const WorkspaceSettings = ({ connection, shown }: { readonly connection: Connection; readonly shown: ShownAmong }) =>
  settingNames
    .filter((name) => workspaceSettings[name].shown === shown)
    .map((name) => {
      const words = settingWords[name] as SettingWords
      const Control = controls[settingKind(name)]
      return (
        <SettingRow key={name} name={words.name} about={words.about(connection[name])}>
          <Control
            key={controls[settingKind(name)] === TextSetting ? `text ${connection[name]}` : 'control'}
            name={name}
            connection={connection}
            words={words}
          />
        </SettingRow>
      )
    })
