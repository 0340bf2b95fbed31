import { AppError } from '../../../shared/errors.ts'
import { createMeasurementsOf } from '../checks/measurements-of.ts'
import type { HandlerContext } from './handler-context.ts'
import { implementer as os } from './implementer.ts'

type Ports = Pick<HandlerContext, 'ports' | 'checkPictures' | 'measuring' | 'images' | 'measurements'>

/** Requirements of shops: what was measured of pictures, and fixes. */
export const createChecksHandlers = ({ ports, checkPictures, measuring, images, measurements }: Ports) => ({
  measure: os.checks.measure.handler(async ({ input: { print, waitMs } }) => {
    if (ports.access === 'read') throw new AppError('read-only', { kind: 'only-reads' })
    // A picture is measured after its check.
    checkPictures()
    return measuring.measureAll(print ? 'pixels-and-print' : 'pixels', waitMs)
  }),
  measurements: os.checks.measurements.handler(({ input }) =>
    [...createMeasurementsOf({ images, measurements })(input.imageIds)].map(([imageId, state]) => ({
      imageId,
      measurement: state.kind === 'failed' ? state.kind : state.measurement,
    })),
  ),
})
