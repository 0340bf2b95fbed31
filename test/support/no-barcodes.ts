import { AppError } from '../../shared/base/errors.ts'

/** For image processes that tests make up: no picture has a barcode, none is converted, and none shows the same as another. */
export const noBarcodes = {
  readCodes: async () => [],
  endReading: async () => {},
  measure: async (): Promise<never> => {
    throw new AppError('image-process-failed', { kind: 'image-process-unstarted' })
  },
  readPrint: async (): Promise<never> => {
    throw new AppError('image-process-failed', { kind: 'image-process-unstarted' })
  },
  endMeasuring: async () => {},
  describeLikeness: async () => null,
  compare: async (_: string, others: readonly unknown[]) => others.map(() => false),
  endComparing: async () => {},
  convert: async (): Promise<never> => {
    throw new AppError('image-process-failed', { kind: 'image-process-unstarted' })
  },
}
