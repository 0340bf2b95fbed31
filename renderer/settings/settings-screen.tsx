import { Button, NumberInput, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Settings } from '../../shared/base/settings.ts'
import { describeUpdates } from '../../shared/base/updates-words.ts'
import { client } from '../bridge.ts'
import { CheckSettings } from '../checks/check-settings.tsx'
import { api } from '../queries.ts'
import { copyText } from '../ui/copy-text.ts'
import { ScreenLayout } from '../ui/screen.tsx'
import { tellProblem } from '../ui/tell.tsx'
import { UnreadNote } from '../ui/unread-note.tsx'
import { WatchedFolders } from '../watching/watched-folders.tsx'
import { openShortcuts } from '../window/shortcut-view.ts'
import { ConnectionSettings } from '../workspaces/settings/connection-settings.tsx'
import { Licences } from './licences.tsx'
import { SettingGroup, SettingRow } from './setting-row.tsx'
import classes from './settings-screen.module.css'
import { StorageSettings } from './storage-settings.tsx'
import { changeSettings, useSettings } from './use-settings.ts'

const copyDiagnostics = async (): Promise<void> => {
  try {
    await copyText(await client.settings.diagnostics(), 'Diagnostics')
  } catch (error) {
    tellProblem('The diagnostics could not be read.', error)
  }
}

/** The installed version and whether it updates itself, unless Packshot is not installed, and the licences. */
const About = () => {
  const { data } = useQuery(api.settings.about.queryOptions())
  return (
    <SettingGroup title="About">
      {data && <SettingRow name={`Packshot ${data.version}`} about={describeUpdates(data.updates)} />}
      <Licences />
    </SettingGroup>
  )
}

export const SettingsScreen = () => {
  const { value: settings, error } = useSettings()
  return (
    <ScreenLayout title="Settings">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex lint/a11y/useSemanticElements: a scrolled part must be reachable by keyboard (WCAG 2.1.1) */}
      <div className={classes.scroll} tabIndex={0} role="group" aria-label="All settings">
        <div className={classes.sheet}>
          {error && <UnreadNote what="The settings cannot be shown." error={error} />}
          <ConnectionSettings />
          <WatchedFolders />
          <CheckSettings />
          {settings && (
            <>
              <SettingGroup title="Appearance">
                <SettingRow name="Theme" about="System follows this computer’s setting.">
                  <SegmentedControl
                    aria-label="Theme"
                    value={settings.theme}
                    onChange={(value) => changeSettings({ theme: value as Settings['theme'] })}
                    data={[
                      { value: 'system', label: 'System' },
                      { value: 'light', label: 'Light' },
                      { value: 'dark', label: 'Dark' },
                    ]}
                  />
                </SettingRow>
              </SettingGroup>
              <SettingGroup title="Work">
                <SettingRow name="Parallel requests" about="For uploads and for questions. Use fewer on slow connections.">
                  <NumberInput
                    aria-label="Parallel requests"
                    w={96}
                    min={1}
                    max={32}
                    allowDecimal={false}
                    clampBehavior="strict"
                    value={settings.atOnce}
                    onChange={(value) => typeof value === 'number' && value >= 1 && changeSettings({ atOnce: value })}
                  />
                </SettingRow>
              </SettingGroup>
            </>
          )}
          <StorageSettings />
          <SettingGroup title="Help">
            <SettingRow name="Keyboard shortcuts" about="Everything can be done without the mouse.">
              <Button variant="default" onClick={openShortcuts}>
                Show
              </Button>
            </SettingRow>
            <SettingRow name="Diagnostics" about="For a bug report: versions, counts and errors. No secrets, no pictures.">
              <Button variant="default" onClick={() => void copyDiagnostics()}>
                Copy
              </Button>
            </SettingRow>
          </SettingGroup>
          <About />
        </div>
      </div>
    </ScreenLayout>
  )
}
