import { useMediaQuery } from '@mantine/hooks'
import { spotlight } from '@mantine/spotlight'
import { formatCount } from '../../shared/base/number-words.ts'
import { useLive } from '../live.ts'
import { addressOf, type MainScreen, mainScreenOf, type Screen } from '../navigation.ts'
import { useDropToAttach } from '../pictures/library/drag-to-attach.ts'
import { Icon } from '../ui/icon.tsx'
import { isMac } from '../ui/keys.ts'
import { Tip } from '../ui/tip.tsx'
import { WorkspaceBadge } from '../workspaces/connections/workspace-badge.tsx'
import classes from './sidebar.module.css'

const openPalette = (): void => spotlight.open()

const links: readonly { readonly screen: MainScreen; readonly label: string }[] = [
  { screen: 'library', label: 'Library' },
  { screen: 'questions', label: 'Questions' },
  { screen: 'sheet', label: 'Sheet' },
  { screen: 'products', label: 'Products' },
  { screen: 'match', label: 'Match' },
  { screen: 'activity', label: 'Activity' },
  { screen: 'settings', label: 'Settings' },
]

/** How many jobs need a person, as a mark on “Activity”. */
const ParkedMark = () => {
  const parked = useLive((live) => live.queue?.counts.parked ?? 0)
  if (parked === 0) return null
  return (
    <span className={classes.mark} aria-hidden="true">
      {parked > 999 ? '999+' : formatCount(parked)}
    </span>
  )
}

export const Sidebar = ({ screen }: { readonly screen: Screen }) => {
  const isNarrow = useMediaQuery('(width < 1040px)', undefined, { getInitialValueInEffect: false })
  const dropToAttach = useDropToAttach()
  return (
    <nav className={classes.side} aria-label="Main">
      <WorkspaceBadge isNarrow={isNarrow} />
      <ul className={classes.links}>
        {links.map((link) => (
          <li key={link.screen}>
            <Tip label={link.label} position="right" disabled={!isNarrow}>
              <a
                className={classes.link}
                href={addressOf(link.screen)}
                aria-current={link.screen === mainScreenOf(screen) ? 'page' : undefined}
                {...(link.screen === 'products' ? dropToAttach : {})}
              >
                <Icon name={link.screen} />
                <span className={classes.label}>{link.label}</span>
                {link.screen === 'activity' && <ParkedMark />}
              </a>
            </Tip>
          </li>
        ))}
      </ul>
      <button type="button" className={classes.palette} onClick={openPalette} aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}>
        <Icon name="search" size={16} />
        <span className={classes.label}>Commands</span>
        <span className={classes.keys} aria-hidden="true">
          {isMac ? '⌘ K' : 'Ctrl K'}
        </span>
      </button>
    </nav>
  )
}
