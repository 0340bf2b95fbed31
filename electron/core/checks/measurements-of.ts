import { fixesKeyOf } from '../pictures/library/fixes-store.ts'
import type { ImageStore } from '../pictures/library/picture-store.ts'
import type { MeasurementState, MeasurementStore } from './measurement-store.ts'

type Ports = { readonly images: Pick<ImageStore, 'get'>; readonly measurements: Pick<MeasurementStore, 'ofEach'> }

/** What is measured of these pictures, by id: of the version that counts, as its fixes make it. Those that are not measured yet are left out. */
export const createMeasurementsOf =
  ({ images, measurements }: Ports) =>
  (imageIds: readonly string[]): ReadonlyMap<string, MeasurementState> => {
    const known = imageIds.flatMap((id) => images.get(id) ?? [])
    const states = measurements.ofEach(known.map((image) => ({ sha256: image.sha256, fixes: fixesKeyOf(image) })))
    return new Map(known.flatMap((image, at) => (states[at] ? [[image.id, states[at]] as const] : [])))
  }

export type MeasurementsOf = ReturnType<typeof createMeasurementsOf>
