import type { AppError, ErrorCode } from '../../../../shared/base/errors.ts'

const codes: readonly ErrorCode[] = ['damaged-image', 'too-many-pixels']

/**
 * Whether the picture itself is why it could not be read. Other errors say something about the disk or a process: the next start tries again, and
 * a missing original may be put back. Failures of the image process are counted (process-failures.ts).
 */
export const isAboutPicture = ({ code }: AppError): boolean => codes.includes(code)
