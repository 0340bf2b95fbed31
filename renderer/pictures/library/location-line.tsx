import { ActionIcon, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { describeLocations } from '../../../shared/service/sending-words.ts'
import { goToSetting } from '../../navigation.ts'
import { api } from '../../queries.ts'
import { changeSettings, useSettings } from '../../settings/use-settings.ts'
import { Icon } from '../../ui/icon.tsx'
import { useSession } from '../../workspaces/connections/use-session.ts'
import classes from './library-line.module.css'

const keepSaid = (): void => changeSettings({ knowsLocationsRemoved: true })

/** Said once: that uploads leave out where pictures were taken. A workspace that sends it was set so by a person. */
export const LocationLine = () => {
  const { value: settings } = useSettings()
  const connection = useSession()?.connection
  // Settings kept by an earlier build lack it, and the core has not been asked yet.
  const isDue = settings?.knowsLocationsRemoved === false && connection?.removePersonal === true
  const { data: pictures = 0 } = useQuery({ ...api.library.countLocations.queryOptions(), enabled: isDue })
  if (!isDue || pictures === 0) return null
  const change = (): void => {
    keepSaid()
    goToSetting('uploads')
  }
  return (
    <section className={`${classes.line} ${classes.plain}`} aria-label="Locations in pictures">
      <Icon name="pin" size={18} />
      <span className={classes.words}>{describeLocations(pictures)}</span>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={change}>
        Change this in Settings
      </Button>
      <ActionIcon size={26} aria-label="Dismiss" onClick={keepSaid}>
        <Icon name="close" size={16} />
      </ActionIcon>
    </section>
  )
}
