import { Menu, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { countOf } from '../../../shared/base/number-words.ts'
import type { WorkspaceRow } from '../../../shared/workspaces/workspaces.ts'
import { goTo } from '../../navigation.ts'
import { api } from '../../queries.ts'
import { Icon } from '../../ui/icon.tsx'
import { MenuWhenUsed } from '../../ui/menu-when-used.tsx'
import { openConnect, type Standing, useSession, useStanding, useSwitch, useWorkspaces } from './use-session.ts'
import classes from './workspace-badge.module.css'

const words: Record<Standing, string> = {
  none: 'Not connected',
  'signed-out': 'Signed out',
  'signing-in': 'Signing in…',
  ended: 'Session ended',
  offline: 'Offline',
  connected: 'Connected',
}

const describe = ({ state, waiting, parked }: WorkspaceRow): string =>
  [
    state === 'ended' ? 'Session ended' : state === 'signed-out' ? 'Signed out' : '',
    waiting > 0 ? `${countOf(waiting, 'job')} waiting` : '',
    parked > 0 ? `${countOf(parked, 'job')} for you` : '',
  ]
    .filter(Boolean)
    .join(' · ')

const Workspaces = () => {
  const { mutate } = useSwitch()
  const rows = useWorkspaces()
  if (rows.length === 0) return null
  return (
    <>
      {rows.map((row) => (
        <Menu.RadioItem
          key={row.id}
          value={row.id}
          checked={row.isActive}
          checkIcon={<Icon name="check" size={16} />}
          closeMenuOnClick
          onChange={(id) => mutate(id)}
        >
          <span className={classes.choice}>{row.name}</span>
          {describe(row) && <span className={classes.about}>{describe(row)}</span>}
        </Menu.RadioItem>
      ))}
      <Menu.Divider />
    </>
  )
}

/** The workspace's name and state, always in view; a click shows the others. */
export const WorkspaceBadge = ({ isNarrow }: { readonly isNarrow: boolean }) => {
  const name = useSession()?.connection?.name
  const standing = useStanding()
  const queries = useQueryClient()
  const title = name ?? 'No workspace'
  // The count of waiting work changes all the time, so it is read when the menu opens.
  const readAgain = () => void queries.invalidateQueries({ queryKey: api.workspaces.list.key() })
  return (
    <MenuWhenUsed
      onOpen={readAgain}
      position={isNarrow ? 'right-start' : 'bottom-start'}
      width={256}
      target={
        <button type="button" className={classes.badge} title={isNarrow ? `${title}: ${words[standing]}` : undefined}>
          <span className={classes.mark} aria-hidden="true">
            {(name ?? 'P').slice(0, 1).toUpperCase()}
            <span className={classes.dot} data-standing={standing} />
          </span>
          <span className={classes.words}>
            <VisuallyHidden>Workspace: </VisuallyHidden>
            <span className={classes.name}>{title}</span>
            <span className={classes.standing} data-standing={standing}>
              {words[standing]}
            </span>
          </span>
        </button>
      }
    >
      <Workspaces />
      <Menu.Item leftSection={<Icon name="link" size={16} />} onClick={openConnect}>
        {name ? 'Connect another…' : 'Connect a workspace…'}
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="settings" size={16} />} onClick={() => goTo('settings')}>
        Workspace settings
      </Menu.Item>
    </MenuWhenUsed>
  )
}
