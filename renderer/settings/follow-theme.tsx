import { useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../queries.ts'

/** Applies the theme from the settings, once it is saved: what shows changes at once is loaded with the settings only. */
export const FollowTheme = () => {
  const chosen = useQuery(api.settings.get.queryOptions()).data?.theme
  const { setColorScheme } = useMantineColorScheme()
  useEffect(() => {
    if (chosen) setColorScheme(chosen === 'system' ? 'auto' : chosen)
  }, [chosen, setColorScheme])
  return null
}
