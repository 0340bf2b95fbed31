import { AppError } from '../../shared/errors.ts'

/** For image processes that tests make up: no picture has a barcode, and none is converted. */
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
  convert: async (): Promise<never> => {
    throw new AppError('image-process-failed', { kind: 'image-process-unstarted' })
  },
}
