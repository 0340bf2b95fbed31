import type { Clock } from '../../base/platform/clock.ts'
import type { SettingsStore } from '../../base/settings/settings-store.ts'
import type { Person } from './decide-cell.ts'

type Ports = {
  readonly settings: Pick<SettingsStore, 'get'>
  readonly ports: { readonly clock: Clock; readonly userName?: () => string }
}

/** Who changes something now. */
export const personNow = ({ settings, ports }: Ports): Person => ({
  at: Math.round(ports.clock.now()),
  by: settings.get().reviewerName || (ports.userName?.() ?? ''),
})
