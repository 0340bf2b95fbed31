import { useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Settings } from '../../shared/settings.ts'
import { api } from '../queries.ts'

/** Mantine's name of a theme. */
export const schemeOf = (theme: Settings['theme'] | undefined) => (theme === undefined || theme === 'system' ? 'auto' : theme)

/** Applies the theme from the settings, once it is saved: what shows changes at once is loaded with the settings only. */
export const FollowTheme = () => {
  const chosen = useQuery(api.settings.get.queryOptions()).data?.theme
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  useEffect(() => {
    // Each change has the whole page styled anew.
    if (chosen && schemeOf(chosen) !== colorScheme) setColorScheme(schemeOf(chosen))
  }, [chosen, colorScheme, setColorScheme])
  return null
}
