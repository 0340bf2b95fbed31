import { Tooltip, VisuallyHidden } from '@mantine/core'
import { addressOf } from '../navigation.ts'
import { type Standing, useSession, useStanding } from './use-session.ts'
import classes from './workspace-badge.module.css'

const words: Record<Standing, string> = {
  none: 'Not connected',
  'signed-out': 'Signed out',
  'signing-in': 'Signing in…',
  ended: 'Session ended',
  offline: 'Offline',
  connected: 'Connected',
}

/** The workspace's name and how it stands, always in view. */
export const WorkspaceBadge = ({ isNarrow }: { readonly isNarrow: boolean }) => {
  const name = useSession()?.connection?.name
  const standing = useStanding()
  const title = name ?? 'No workspace'
  return (
    <Tooltip label={`${title}: ${words[standing]}`} position="right" disabled={!isNarrow}>
      <a className={classes.badge} href={addressOf('settings')}>
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
      </a>
    </Tooltip>
  )
}
