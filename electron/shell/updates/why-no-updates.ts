import type { WhyNoUpdates } from '../../../shared/base/updates.ts'

/** Where a person lets apt follow this package's releases (build/package/apt-repository.ts). */
const aptSource = '/etc/apt/sources.list.d/packshot.sources'

type Installation = {
  /** With the update address. */
  readonly configFile: string
  /** Of Linux but an AppImage: as electron-builder names it, empty for an archive. */
  readonly kindOfPackage: string | null
  readonly exists: (file: string) => boolean
}

/** Why an installed Packshot doesn't update itself; `null`: it does. */
export const findWhyNoUpdates = ({ configFile, kindOfPackage, exists }: Installation): WhyNoUpdates | null => {
  if (kindOfPackage === 'deb' && exists(aptSource)) return 'by-apt'
  if (!exists(configFile)) return 'no-address'
  return kindOfPackage === '' ? 'kind-of-package' : null
}
