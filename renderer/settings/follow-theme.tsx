import { useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { useSettings } from './use-settings.ts'

/** Applies the theme from the settings. */
export const FollowTheme = () => {
  const chosen = useSettings().value?.theme
  const { setColorScheme } = useMantineColorScheme()
  useEffect(() => {
    if (chosen) setColorScheme(chosen === 'system' ? 'auto' : chosen)
  }, [chosen, setColorScheme])
  return null
}
