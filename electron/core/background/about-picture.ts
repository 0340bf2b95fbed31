import type { AppError, ErrorCode } from '../../../shared/errors.ts'

const codes: readonly ErrorCode[] = ['damaged-image', 'too-many-pixels', 'image-process-failed']

/**
 * Whether the picture itself is why it could not be read. Other errors say something about the disk or this process: the next start tries again, and
 * a missing original may be put back.
 */
export const isAboutPicture = ({ code, failure }: AppError): boolean => codes.includes(code) && failure.kind !== 'image-process-unstarted'
