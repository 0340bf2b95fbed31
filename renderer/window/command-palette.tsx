import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { labels } from '../../shared/base/label-words.ts'
import { countOf } from '../../shared/base/number-words.ts'
import { removedWords } from '../../shared/removed/removed-words.ts'
import { goToAsk } from '../answers/questions/go-to-ask.ts'
import { client, hostKind } from '../bridge.ts'
import { chooseHandover } from '../exchange/handover/handover-input.tsx'
import { openHandOver } from '../exchange/handover/handover-view.ts'
import { useLive } from '../live.ts'
import { goTo, goToSetting, type MainScreen, screens } from '../navigation.ts'
import { focusSearch } from '../pictures/library/library-tools.tsx'
import { clearSelection, useLibraryView } from '../pictures/library/library-view.ts'
import { openNotAdded } from '../pictures/library/not-added.tsx'
import { openPictureChooser } from '../pictures/library/picture-input.tsx'
import { refusedPage } from '../pictures/library/refused-page.ts'
import { attachChosen } from '../pictures/library/selection-bar.tsx'
import { selectAll } from '../pictures/library/use-grid-keys.ts'
import { reportUnselected } from '../pictures/library/use-press.ts'
import { openRules } from '../products/matching/match-view.ts'
import { api } from '../queries.ts'
import { openRemoved } from '../removed/open-removed.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { tellProblem } from '../ui/tell.tsx'
import { chooseFolderToWatch } from '../watching/watch-view.ts'
import {
  openConnect,
  openMakeFile,
  useConnect,
  useSignIn,
  useStanding,
  useSwitch,
  useWorkspaces,
} from '../workspaces/connections/use-session.ts'
import { useWithheld } from '../workspaces/settings/use-scope.ts'
import classes from './command-palette.module.css'
import { openShortcuts } from './shortcut-view.ts'
import { currentOrder, inLibrary } from './window-keys.tsx'

const names: Record<MainScreen, string> = {
  library: 'Library',
  questions: 'Questions',
  sheet: 'Sheet',
  products: 'Products',
  match: 'Match',
  activity: 'Activity',
  settings: 'Settings',
}

const useActions = (): SpotlightActionGroupData[] => {
  const queries = useQueryClient()
  const standing = useStanding()
  const connect = useConnect()
  const signIn = useSignIn()
  const chosen = useLibraryView((view) => view.selection.ids.size)
  const hasRefused = (useQuery(refusedPage(0)).data?.total ?? 0) > 0
  const withheld = useWithheld()
  const isPaused = useLive((live) => live.queue?.holds.some((hold) => hold.kind === 'paused') ?? false)
  const act = (id: string, label: string, icon: IconName, onClick: () => void) => ({
    id,
    label,
    leftSection: <Icon name={icon} size={18} />,
    onClick,
  })
  const setTheme = (theme: 'system' | 'light' | 'dark') =>
    void client.settings.set({ theme }).then(
      (settings) => queries.setQueryData(api.settings.get.queryKey(), settings),
      (error: unknown) => tellProblem('The theme was not changed.', error),
    )
  const turnQueue = () =>
    void (isPaused ? client.queue.resume() : client.queue.pause()).then(
      (queue) => useLive.setState({ queue }),
      (error: unknown) => tellProblem('The work was not changed.', error),
    )
  const workspace = {
    none: [
      act('connect', 'Connect a workspace', 'link', openConnect),
      act('sample', labels.trySample, 'play', () => connect.mutate({ kind: 'sample' })),
    ],
    out: [act('sign-in', 'Sign in', 'key', () => signIn.mutate(undefined))],
    in: [act('connect', 'Connect another workspace', 'link', openConnect)],
  }
  const others = useWorkspaces().filter((row) => !row.isActive)
  const switching = useSwitch()
  const everywhere = [
    ...others.map((row) => act(`switch-${row.id}`, labels.switchTo(row.name), 'link', () => switching.mutate(row.id))),
    act('make-file', labels.makeConnectionFile, 'file', openMakeFile),
  ]
  const about = countOf(chosen, 'selected picture')
  return [
    { group: 'Go to', actions: screens.map((screen) => act(screen, names[screen], screen, () => goTo(screen))) },
    {
      group: 'Pictures',
      actions: [
        act('add', 'Add pictures', 'add', openPictureChooser),
        act('search', labels.searchLibrary, 'search', () => inLibrary(focusSearch)),
        ...(hasRefused ? [act('refused', 'Show files that were not added', 'warn', () => inLibrary(openNotAdded))] : []),
        ...(hostKind === 'electron' ? [act('watch', 'Watch a folder…', 'folder', () => void chooseFolderToWatch())] : []),
        act('watched', 'Watched folders', 'folder', () => goToSetting('watched-folders')),
        act('removed', removedWords.title, 'trash', openRemoved),
        act('more-sources', 'More sources: text, web address, knowledge item', 'file', () => goTo('more-sources')),
        act('all', 'Select all pictures', 'library', () => inLibrary(() => void selectAll(currentOrder()).catch(reportUnselected))),
        ...(chosen > 0
          ? [
              act('ask', `Ask about ${about}`, 'questions', goToAsk),
              ...(withheld === null
                ? [act('attach', `Attach ${about} to a product`, 'products', () => void attachChosen())]
                : [{ ...act('attach', `Attach ${about} to a product`, 'products', () => goTo('settings')), description: withheld }]),
              act('none', 'Select none', 'close', clearSelection),
            ]
          : []),
      ],
    },
    {
      group: 'Work',
      actions: [
        act('match', 'Match pictures to products by rules', 'match', () => {
          goTo('match')
          openRules()
        }),
        act('hand-over', 'Hand over to a colleague…', 'file', openHandOver),
        act('merge', 'Merge a colleague’s hand-over…', 'file', chooseHandover),
        act('pause', isPaused ? 'Resume the work' : 'Pause the work', isPaused ? 'play' : 'pause', turnQueue),
        act('parked', 'Show what needs attention', 'warn', () => goTo('activity')),
      ],
    },
    {
      group: 'Workspace',
      actions: [
        ...(standing === 'none' ? workspace.none : standing === 'signed-out' || standing === 'ended' ? workspace.out : workspace.in),
        ...everywhere,
      ],
    },
    {
      group: 'Window',
      actions: [
        act('light', 'Light theme', 'settings', () => setTheme('light')),
        act('dark', 'Dark theme', 'settings', () => setTheme('dark')),
        act('system', 'System theme', 'settings', () => setTheme('system')),
        act('keys', 'Keyboard shortcuts', 'command', openShortcuts),
      ],
    },
  ]
}

/** Everything by name (Ctrl/⌘ K; window-keys.tsx). */
export const CommandPalette = () => (
  <Spotlight
    actions={useActions()}
    // The window's own keys open it, even before it is loaded.
    shortcut={null}
    nothingFound="No matching commands."
    scrollable
    lockScroll={false}
    classNames={{ search: classes.search }}
    attributes={{ content: { 'aria-label': 'Commands' } }}
    maxHeight={400}
    searchProps={{ leftSection: <Icon name="search" />, placeholder: 'What do you want to do?', 'aria-label': 'Search commands' }}
  />
)
