import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Settings } from '../../shared/base/settings.ts'
import { api } from '../queries.ts'

/** Mantine's name of a theme. */
export const schemeOf = (theme: Settings['theme'] | undefined) => (theme === undefined || theme === 'system' ? 'auto' : theme)

/** As Mantine's provider does, but before anything is laid out: a later change would style the whole first sight again. */
export const markScheme = (theme: Settings['theme'] | undefined): void => {
  const scheme = schemeOf(theme)
  const isDark = scheme === 'auto' ? window.matchMedia('(prefers-color-scheme: dark)').matches : scheme === 'dark'
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
}

/**
 * Applies the theme from the settings, once it is saved: what shows changes at once is loaded with the settings only. Also the system's changes, which
 * Mantine alone would let fade in.
 */
export const FollowTheme = () => {
  const chosen = useQuery(api.settings.get.queryOptions()).data?.theme
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const look = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const drawn = useRef(look)
  useEffect(() => {
    // A change restyles the whole page: skip it where the page already looks so.
    if (!chosen || (schemeOf(chosen) === colorScheme && drawn.current === look)) return
    drawn.current = look
    setColorScheme(schemeOf(chosen))
  }, [chosen, colorScheme, look, setColorScheme])
  return null
}
