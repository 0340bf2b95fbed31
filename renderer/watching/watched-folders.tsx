import { ActionIcon, Button, Group, Menu, Modal, SegmentedControl, Stack, Switch, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ErrorRecord } from '../../shared/base/errors.ts'
import { formatCount } from '../../shared/base/number-words.ts'
import type { Settings } from '../../shared/base/settings.ts'
import {
  aboutStartAtLogin,
  aboutWatchingOnClose,
  describeWatchCounts,
  describeWatchRemoval,
  describeWatchRules,
  keptOfFolder,
  nameWatchState,
  watchedWhileOpen,
  watchingOnCloseNames,
} from '../../shared/watching/watched-folders-words.ts'
import type { WatchedFolder } from '../../shared/watching/watching.ts'
import { client, hostKind } from '../bridge.ts'
import { goTo } from '../navigation.ts'
import { openNotAdded } from '../pictures/library/not-added.tsx'
import { api } from '../queries.ts'
import { SettingGroup, SettingRow } from '../settings/setting-row.tsx'
import { changeSettings, useSettings } from '../settings/use-settings.ts'
import { useErrorWords } from '../ui/error-words.ts'
import { formatAgo } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { isMac } from '../ui/keys.ts'
import { Note } from '../ui/note.tsx'
import { describeProblem } from '../ui/read-problem.ts'
import { tell, tellProblem } from '../ui/tell.tsx'
import { UnreadNote } from '../ui/unread-note.tsx'
import { useWatchedFolders, useWatchNames } from './watch-queries.ts'
import { chooseFolderToWatch, openWatchRules } from './watch-view.ts'
import classes from './watching.module.css'

const showRefused = (): void => {
  goTo('library')
  openNotAdded()
}

const turn = async (what: 'pause' | 'resume' | 'lookNow', { id }: WatchedFolder, refused: string): Promise<void> => {
  await client.watching[what]({ id }).catch((error: unknown) => tellProblem(refused, error))
}

const Problem = ({ problem }: { readonly problem: ErrorRecord }) => {
  useErrorWords()
  const { message, action } = describeProblem(problem)
  return (
    <div className={classes.note}>
      <Note tone="warn">{[message, keptOfFolder, action].filter(Boolean).join(' ')}</Note>
    </div>
  )
}

const About = ({ folder }: { readonly folder: WatchedFolder }) => {
  const { state, counts, rules, path, lastLookAt } = folder
  const names = useWatchNames()
  const looked = lastLookAt === null || state.kind === 'looking' ? '' : ` · last checked ${formatAgo(lastLookAt, Date.now())}`
  return (
    <>
      <p className={classes.path}>
        <bdi>{path}</bdi>
      </p>
      <p role="status">
        <span className={classes.state} data-state={state.kind}>
          {nameWatchState(state)}
        </span>
        {looked}
      </p>
      <p>
        {describeWatchCounts(counts)}
        {counts.refused > 0 && (
          <>
            {` · ${formatCount(counts.refused)} refused `}
            <button type="button" className={classes.link} aria-label={`Show why, ${folder.name}`} onClick={showRefused}>
              Show why
            </button>
          </>
        )}
      </p>
      {names && <p>{describeWatchRules(rules, names)}</p>}
      {state.kind === 'paused' && <p>Pictures that come meanwhile are added when you resume.</p>}
      {(state.kind === 'unreachable' || state.kind === 'waiting') && <Problem problem={state.problem} />}
    </>
  )
}

const Removal = ({ folder, close }: { readonly folder: WatchedFolder; readonly close: () => void }) => {
  const [isPending, setPending] = useState(false)
  const remove = async (): Promise<void> => {
    setPending(true)
    try {
      await client.watching.remove({ id: folder.id })
      tell(`“${folder.name}” is no longer watched`)
    } catch (error) {
      tellProblem('The folder is still watched.', error)
    }
    close()
  }
  return (
    <Stack gap={16}>
      <Text size="sm">{describeWatchRemoval(folder)}</Text>
      <Group gap={8} justify="flex-end">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button data-autofocus loading={isPending} onClick={() => void remove()}>
          Stop watching
        </Button>
      </Group>
    </Stack>
  )
}

const Folder = ({ folder }: { readonly folder: WatchedFolder }) => {
  const [isRemoving, setRemoving] = useState(false)
  const isPaused = folder.state.kind === 'paused'
  const close = () => setRemoving(false)
  return (
    <>
      <SettingRow name={folder.name} about={<About folder={folder} />}>
        <Group gap={4} wrap="nowrap">
          <Button variant="default" aria-label={`Rules for ${folder.name}`} onClick={() => openWatchRules(folder.id)}>
            Rules…
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon aria-label={`More for ${folder.name}`}>
                <Icon name="more" size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {!isPaused && (
                <Menu.Item onClick={() => void turn('lookNow', folder, 'The folder was not checked.')}>
                  Check for new pictures now
                </Menu.Item>
              )}
              {isPaused ? (
                <Menu.Item onClick={() => void turn('resume', folder, 'The folder is still paused.')}>Resume</Menu.Item>
              ) : (
                <Menu.Item onClick={() => void turn('pause', folder, 'The folder is still watched.')}>Pause</Menu.Item>
              )}
              <Menu.Item onClick={() => setRemoving(true)}>Stop watching…</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Group>
      </SettingRow>
      <Modal opened={isRemoving} onClose={close} title={`Stop watching “${folder.name}”?`} closeButtonProps={{ 'aria-label': 'Close' }}>
        {isRemoving && <Removal folder={folder} close={close} />}
      </Modal>
    </>
  )
}

/** What closing the window does. On macOS Packshot stays in the Dock. */
const WhenClosed = () => {
  const { value: settings } = useSettings()
  if (!settings || hostKind !== 'electron' || isMac) return null
  return (
    <SettingRow name="When the window is closed" about={aboutWatchingOnClose}>
      <SegmentedControl
        aria-label="When the window is closed"
        value={settings.watchingOnClose}
        onChange={(value) => changeSettings({ watchingOnClose: value as Settings['watchingOnClose'] })}
        data={Object.entries(watchingOnCloseNames).map(([value, label]) => ({ value, label }))}
      />
    </SettingRow>
  )
}

/** Only where Packshot is installed. The system keeps it, so it may have been changed there. */
const StartAtLogin = () => {
  const { data: login } = useQuery(api.settings.login.queryOptions({ refetchOnMount: 'always' }))
  const cache = useQueryClient()
  if (!login) return null
  const set = async (isOn: boolean): Promise<void> => {
    const now = await client.settings.setLogin({ isOn }).catch((error: unknown) => {
      tellProblem('This could not be changed.', error)
      return login
    })
    cache.setQueryData(api.settings.login.queryKey(), now)
  }
  return (
    <SettingRow name="Start at login" about={aboutStartAtLogin}>
      <Switch aria-label="Start at login" checked={login.isOn} onChange={(event) => void set(event.currentTarget.checked)} />
    </SettingRow>
  )
}

/** The folders whose new pictures come by themselves. */
export const WatchedFolders = () => {
  const { data: folders, error } = useWatchedFolders()
  if (error) return <UnreadNote what="The watched folders cannot be shown." error={error} />
  if (!folders) return null
  const about = `Packshot adds new pictures in a watched folder by itself, also on a network drive. ${watchedWhileOpen}`
  return (
    <SettingGroup title="Watched folders" part="watched-folders">
      {folders.map((folder) => (
        <Folder key={folder.id} folder={folder} />
      ))}
      <SettingRow
        name={folders.length === 0 ? 'No watched folders' : 'Another folder'}
        about={
          hostKind === 'electron' ? (
            about
          ) : (
            <>
              {about} To watch one, close this window and run <code>packshot watch DIR</code> in a terminal.
            </>
          )
        }
      >
        {hostKind === 'electron' && (
          <Button variant="default" onClick={() => void chooseFolderToWatch()}>
            Watch a folder…
          </Button>
        )}
      </SettingRow>
      {folders.length > 0 && <WhenClosed />}
      {folders.length > 0 && <StartAtLogin />}
    </SettingGroup>
  )
}
