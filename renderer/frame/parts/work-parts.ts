import { ActivityScreen } from '../../activity/activity-screen.tsx'
import { QuestionsScreen } from '../../ask/questions-screen.tsx'
import { MoreSourcesScreen } from '../../library/more-sources/more-sources-screen.tsx'
import { CommandPalette } from '../command-palette.tsx'
import { ShortcutList } from '../shortcut-list.tsx'

export const workParts = { ActivityScreen, CommandPalette, MoreSourcesScreen, QuestionsScreen, ShortcutList } as const
