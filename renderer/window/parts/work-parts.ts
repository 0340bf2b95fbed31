import { ActivityScreen } from '../../activity/activity-screen.tsx'
import { MoreSourcesScreen } from '../../answers/other-sources/more-sources-screen.tsx'
import { QuestionsScreen } from '../../answers/questions/questions-screen.tsx'
import { CommandPalette } from '../command-palette.tsx'
import { ShortcutList } from '../shortcut-list.tsx'

export const workParts = { ActivityScreen, CommandPalette, MoreSourcesScreen, QuestionsScreen, ShortcutList } as const
