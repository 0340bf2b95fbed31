import { ActionIcon, Button, Menu, Switch } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { decodeText } from '../../shared/base/decode-text.ts'
import { AppError } from '../../shared/base/errors.ts'
import { countOf, formatCount } from '../../shared/base/number-words.ts'
import type { ProfileRow } from '../../shared/checks/requirement-checks.ts'
import { largestProfileFile } from '../../shared/checks/requirement-profile-file.ts'
import { profileFileEnding } from '../../shared/checks/requirement-profile-file-name.ts'
import type { RequirementRule } from '../../shared/checks/requirement-profiles.ts'
import {
  builtInAgainWords,
  describeImportedProfile,
  describeRequired,
  nameRule,
  picturesWords,
} from '../../shared/checks/requirement-profiles-words.ts'
import { client } from '../bridge.ts'
import { api } from '../queries.ts'
import { SettingGroup, SettingRow } from '../settings/setting-row.tsx'
import { Icon } from '../ui/icon.tsx'
import { saveFile } from '../ui/save-file.ts'
import { tell, tellProblem } from '../ui/tell.tsx'
import { UnreadNote } from '../ui/unread-note.tsx'
import classes from './check-settings.module.css'

const exportProfile = async ({ id }: ProfileRow): Promise<void> => {
  try {
    const { text, fileName } = await client.checks.export({ id })
    saveFile(fileName, 'application/json', text)
  } catch (error) {
    tellProblem('The profile was not exported.', error)
  }
}

const importText = async (text: string): Promise<void> => {
  try {
    tell(describeImportedProfile(await client.checks.import({ text })))
  } catch (error) {
    tellProblem('The profile was not imported.', error)
  }
}

/** Larger files are not read at all. */
const importFile = async (file: File): Promise<void> => {
  try {
    // A character has at most four bytes.
    if (file.size > largestProfileFile * 4) throw new AppError('usage', { kind: 'profile-file-over-size', limit: largestProfileFile })
    await importText(decodeText(new Uint8Array(await file.arrayBuffer())))
  } catch (error) {
    tellProblem('The profile was not imported.', error)
  }
}

const removeProfile = async ({ id, origin }: ProfileRow): Promise<void> => {
  try {
    const { name, text } = await client.checks.remove({ id })
    const undo = { kind: 'profile removed', undo: { run: () => importText(text) } }
    if (origin === 'updated') tell(`Update of “${name}” removed`, { ...undo, text: builtInAgainWords })
    else tell(`“${name}” removed`, undo)
  } catch (error) {
    tellProblem('The profile was not removed.', error)
  }
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : address)

const RuleLine = ({ rule }: { readonly rule: RequirementRule }) => (
  <li>
    {nameRule(rule)}: {describeRequired(rule)}
    {rule.source && (
      <span className={classes.source} title={rule.source.address}>
        {rule.source.isReport ? 'Report about the shop’s rules: ' : ''}
        {hostOf(rule.source.address)}, read {rule.source.read}
      </span>
    )}
  </li>
)

const origins: Readonly<Record<ProfileRow['origin'], string>> = { 'built-in': '', updated: ', updated by a file', imported: ', imported' }

type ProfileProps = { readonly profile: ProfileRow; readonly isUsed: boolean; readonly onUse: (isUsed: boolean) => void }

const Profile = ({ profile, isUsed, onUse }: ProfileProps) => {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { name, rules, pictures, revision, origin } = profile
  const about = (
    <>
      <span>
        {countOf(rules.length, 'rule')} about {picturesWords[pictures]}. Revision {formatCount(revision)}
        {origins[origin]}.
      </span>{' '}
      <button type="button" className={classes.toggle} aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide rules' : 'Show rules'}
      </button>
      {isOpen && (
        <ul id={id} className={classes.rules} aria-label={`Rules of ${name}`}>
          {rules.map((rule) => (
            <RuleLine key={JSON.stringify(rule)} rule={rule} />
          ))}
        </ul>
      )}
    </>
  )
  return (
    <SettingRow name={name} about={about}>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`More for ${name}`}>
            <Icon name="more" size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void exportProfile(profile)}>Export…</Menu.Item>
          {origin !== 'built-in' && <Menu.Item onClick={() => void removeProfile(profile)}>Remove</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      <Switch aria-label={`Check by ${name}`} checked={isUsed} onChange={({ currentTarget }) => onUse(currentTarget.checked)} />
    </SettingRow>
  )
}

/** The profiles in use, at once as a person chose them: the next choice is made before the core has told of this one. */
const useChoice = (profiles: readonly ProfileRow[] | undefined) => {
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const latest = useRef(0)
  const choose = async (ids: readonly string[]): Promise<void> => {
    latest.current += 1
    const mine = latest.current
    setChosen(ids)
    await client.checks.use({ ids: [...ids] }).catch((error: unknown) => tellProblem('The profiles in use were not changed.', error))
    await queries.invalidateQueries({ queryKey: api.checks.key() })
    if (mine === latest.current) setChosen(null)
  }
  const known = (profiles ?? []).filter(({ isUsed }) => isUsed).map(({ id }) => id)
  return { used: chosen ?? known, choose }
}

/** Which requirement profiles the active workspace's pictures are checked by, or without one this library's. */
export const CheckSettings = () => {
  const { data: profiles, error } = useQuery(api.checks.profiles.queryOptions())
  const choice = useChoice(profiles)
  const { data: summary } = useQuery(api.checks.summary.queryOptions())
  const input = useRef<HTMLInputElement>(null)
  if (error) return <UnreadNote what="The requirement profiles cannot be shown." error={error} />
  if (!profiles) return null
  const { used, choose } = choice
  const result =
    used.length === 0 || !summary
      ? 'Pictures are checked on this computer by the profiles that are switched on.'
      : `${countOf(summary.failing, 'picture')} ${summary.failing === 1 ? 'fails' : 'fail'} a rule.${summary.left ? ' Still checking.' : ''}`
  return (
    <SettingGroup title="Shop checks">
      <SettingRow name="What shops require" about={<span role="status">{result}</span>}>
        <Button variant="default" onClick={() => input.current?.click()}>
          Import…
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept={`${profileFileEnding},application/json`}
          aria-label="File with a requirement profile"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file) void importFile(file)
            currentTarget.value = ''
          }}
        />
      </SettingRow>
      {profiles.map((profile) => (
        <Profile
          key={profile.id}
          profile={profile}
          isUsed={used.includes(profile.id)}
          onUse={(isUsed) => void choose(isUsed ? [...used, profile.id] : used.filter((id) => id !== profile.id))}
        />
      ))}
    </SettingGroup>
  )
}
