import type { ErrorWords } from '../base/error-words.ts'
import { labels } from '../base/label-words.ts'
import { formatCount } from '../base/number-words.ts'
import { anyAcceptedFormat, formatNames } from './picture-formats-words.ts'
import type { PicturesFailure, PsdKind, TiffKind } from './pictures-failures.ts'
import { unsupportedKindActions, unsupportedKindWords } from './unsupported-kinds-words.ts'

const megabytes = (bytes: number): string => `${formatCount(Math.round(bytes / 1024 / 1024))} MB`
const kilobytes = (bytes: number): string => `${formatCount(Math.ceil(bytes / 1000))} kB`
const megapixels = (pixels: number): string => `${formatCount(pixels / 1_000_000)} megapixels`
const size = (width: number, height: number): string => `${formatCount(width)} × ${formatCount(height)} pixels`
const seconds = (ms: number): string => `${formatCount(Math.round(ms / 1000))} seconds`

const pixelForms = {
  usual: '',
  'interlaced-png': ' of an interlaced PNG',
  'progressive-jpeg': ' of a progressive JPEG',
  avif: ' of an AVIF',
  gif: ' of a GIF',
  heic: ' of a HEIC',
  psd: ' of a PSD',
  jxl: ' of a JPEG XL',
  'jxl-with-profile': ' of a JPEG XL with a color profile or unusual colors',
  jp2: ' of a JPEG 2000',
}
const isLoadedInSteps = (form: keyof typeof pixelForms): boolean => form === 'interlaced-png' || form === 'progressive-jpeg'

const psdKinds: Readonly<Record<PsdKind, string>> = {
  bitmap: 'of 1 bit (bitmap)',
  duotone: 'in duotone',
  lab: 'in Lab colors',
  multichannel: 'of several channels (multichannel)',
  '32-bit': 'of 32 bits',
}

const tiffKinds: Readonly<Record<TiffKind, string>> = {
  'old-jpeg': 'with old-style JPEG compression',
  compression: 'with a compression that Packshot can’t read',
  samples: 'with an unusual number of bits or channels',
  numbers: 'with 32-bit or signed whole numbers',
  'tiled-planes': 'in tiles, with each channel on its own',
}

const saveItself = 'Try again later, or save the picture and add the file.'

export const picturesErrors: ErrorWords<PicturesFailure> = {
  'file-empty': () => 'The file is empty (0 bytes).',
  'file-of-other-kind': ({ is }) => ({
    message: is.startsWith('raw-')
      ? `It is ${unsupportedKindWords[is]}. Of RAW files, DNG, CR2, NEF, ARW and others that are TIFFs inside are taken.`
      : `It is ${unsupportedKindWords[is]}, not a ${anyAcceptedFormat} picture.`,
    ...(unsupportedKindActions[is] === undefined ? {} : { action: unsupportedKindActions[is] }),
  }),
  'file-of-unknown-kind': () => `It is not a ${anyAcceptedFormat} picture, nor any other kind of file that Packshot knows.`,
  'header-without-pixels': ({ width, height }) => `The picture’s header says ${size(width, height)}: it is damaged.`,
  'too-many-pixels': ({ width, height, limit, form }) => {
    const whole = megapixels(Math.round((width * height) / 100_000) * 100_000)
    const most = megapixels(limit)
    return {
      message: `The picture is ${size(width, height)} (${whole}); at most ${most}${pixelForms[form]} are taken.`,
      action: `Scale it down to at most ${most}${isLoadedInSteps(form) ? ', or save it without progressive loading' : ''}, then add it.`,
    }
  },
  'header-damaged': ({ format }) => `The ${formatNames[format]}’s header is damaged.`,
  'header-cut-off': () => 'The picture’s header is damaged or cut off.',
  'bmp-of-rare-kind': () => 'It is a BMP of a rare kind (for printers or OS/2).',
  'jp2-of-rare-kind': () => 'It is a JPEG 2000 of a rare kind: with transparency, CMYK or others. RGB and gray ones are taken.',
  'jxl-of-rare-kind': () => 'It is a JPEG XL in CMYK. RGB and gray ones are taken.',
  'tiff-of-rare-kind': ({ is }) => ({
    message: `It is a TIFF of a rare kind: ${tiffKinds[is]}.`,
    action: 'Save it as a usual TIFF of 8 or 16 bits, or export it as PNG or JPEG, then add it.',
  }),
  'psd-of-other-kind': ({ is }) => ({
    message: `It is a Photoshop document ${psdKinds[is]}. RGB, gray and CMYK of 8 or 16 bits are taken.`,
    action: 'Convert it in Photoshop, or export it as PNG or JPEG, then add it.',
  }),
  'png-cut-off-in-header': () => 'The PNG ends within its header.',
  'png-of-apple-app': () => 'It is a PNG in Apple’s private form for apps, not a standard PNG.',
  'jpeg-cut-off-in-header': () => 'The JPEG ends before its picture begins.',
  'jpeg-of-rare-kind': () => 'It is a JPEG of a rare kind (12-bit, lossless or hierarchical).',
  'jpeg-without-picture': () => 'The JPEG has no picture in it: its header is damaged.',
  'jpeg-metadata-too-long': ({ maxBytes }) => ({
    message: `The JPEG has more than ${megabytes(maxBytes)} of metadata before its picture.`,
    action: 'Export the picture again without metadata, then add it.',
  }),

  'picture-gone': () => 'The picture is no longer where it was.',
  'picture-unreadable': () => 'The picture cannot be read.',
  'picture-over-pixel-limit': ({ limit, isProgressive }) =>
    `The picture has more than ${megapixels(limit)}${isProgressive ? ' and is progressive or interlaced' : ''}.`,
  'picture-over-largest-file': ({ format, bytes, largestBytes }) => ({
    message: `The picture doesn’t fit the workspace’s file size limit of ${kilobytes(largestBytes)}: as a ${formatNames[format]} it needs ${kilobytes(bytes)}.`,
    action:
      format === 'png'
        ? 'Set a background or a shorter longest edge in Settings → Uploads, then retry.'
        : 'Set a higher limit or a shorter longest edge in Settings → Uploads, then retry.',
  }),
  'picture-cut-off': () => 'The picture is cut off: its file ends too early.',
  'picture-part-missing': () => 'Part of the picture is missing: its data ends before its last line.',
  'picture-damaged-or-cut-off': () => 'The picture is damaged or cut off.',
  'picture-undecodable': ({ said }) => `The picture is damaged: it cannot be decoded (“${said}”).`,
  'picture-needs-too-much-memory': () => 'The picture needs too much memory to decode.',
  'picture-metadata-too-long': ({ maxBytes }) => ({
    message: `The picture has more than ${megabytes(maxBytes)} of metadata.`,
    action: 'Export the picture again without metadata, then add it.',
  }),
  'picture-not-as-header-says': ({ format }) => `The picture’s content is not ${formatNames[format]}, as its header says.`,
  'raw-without-jpeg': () => 'The RAW file has no JPEG in it that could be shown and sent.',
  'psd-without-merged-picture': () => ({
    message: 'The Photoshop document was saved without its merged picture.',
    action: 'Save it with “Maximize Compatibility”, or export it as PNG or JPEG, then add it.',
  }),
  'thumbnail-without-room': () => 'There is no room on the disk for the picture’s thumbnail.',
  'thumbnail-unwritten': ({ said }) => `The picture’s thumbnail could not be written (${said}).`,

  'conversion-without-room': () => 'There is no room on the disk for the converted picture.',
  'conversion-unwritten': ({ said }) => ({
    message: `The converted picture could not be written (${said}).`,
    action: 'Check the data folder’s disk and permissions, then retry.',
  }),

  'decoding-cancelled': () => 'Decoding the picture was cancelled.',
  'decoding-over-time': ({ limitMs }) => `The picture took longer than ${formatCount(limitMs / 1000)} s to decode; decoding was stopped.`,
  'decoding-over-memory': ({ limitBytes }) =>
    `The picture needs more than ${Math.round(limitBytes / 1024 / 1024)} MB of memory to decode; decoding was stopped.`,
  'image-process-unstarted': () => 'The image process could not be started.',
  'image-process-ended': ({ signal, exitCode }) => {
    const how = signal ?? (exitCode === null ? 'it could not be started' : `exit code ${exitCode}`)
    return `The image process ended unexpectedly at this picture (${how}).`
  },
  'image-process-answer-odd': () => 'The image process gave an answer that makes no sense.',

  'file-gone': ({ name }) => ({ message: `“${name}” is not there.`, action: 'Check the path, then add it again.' }),
  'file-name-unreadable': ({ name }) => ({
    message: `The name of “${name}” or of its folder has characters that Packshot can’t read.`,
    action: 'Rename it, then add it again.',
  }),
  'file-not-permitted': ({ name }) => `“${name}” may not be read.`,
  'file-read-failed': ({ name, said }) => `“${name}” cannot be read (${said}).`,
  'file-without-room': ({ name }) => ({
    message: `The disk is full: “${name}” was not added.`,
    action: 'Free some disk space, then add it again.',
  }),
  'file-over-limit': ({ name, maxBytes }) => `“${name}” is larger than ${megabytes(maxBytes)}.`,
  'picture-not-converted': ({ name }) => ({
    message: `The disk is full: “${name}” could not be converted for the workspace.`,
    action: 'Free some disk space. Waiting work then resumes.',
  }),
  'file-incomplete': ({ name }) => ({ message: `“${name}” is incomplete.`, action: 'Add it again.' }),
  'path-is-photo-library': ({ name }) => ({
    message: `“${name}” is the library of another app.`,
    action: 'Export the pictures from that app, then add them.',
  }),
  'path-is-no-file': ({ name }) => ({ message: `“${name}” is not a file.`, action: 'Name a picture or a folder of pictures.' }),
  'path-is-link-to-folder': ({ name }) => ({
    message: `“${name}” is a link to a folder. What is in that folder was not added.`,
    action: 'Add that folder itself.',
  }),
  'path-is-link-to-nothing': ({ name }) => ({
    message: `“${name}” is a link to nothing.`,
    action: 'Fix the link, then add it again.',
  }),
  'adding-stopped': () => 'Packshot quit before everything was added.',

  'picture-address-not-web': ({ url }) => `“${url}” is not an http or https address.`,
  'picture-address-refused': ({ url, status }) => ({
    message: `${url} answered ${status}.`,
    action: labels.checkAddress,
  }),
  'picture-address-is-page': ({ url }) => ({
    message: `${url} is a web page, not a picture.`,
    action: 'Use the address of the picture itself. To add the page, use “More sources” in the Library.',
  }),
  'picture-address-unreachable': ({ url }) => ({
    message: `${url} cannot be reached.`,
    action: 'Check the network and the address, then add it again.',
  }),
  'download-over-limit': ({ url, maxBytes }) => `${url} is larger than ${megabytes(maxBytes)}.`,
  'download-silent': ({ url, afterMs }) => ({
    message: `${url} sent nothing for ${seconds(afterMs)}.`,
    action: saveItself,
  }),
  'download-too-slow': ({ url, afterMs }) => ({
    message: `${url} did not finish within ${seconds(afterMs)}.`,
    action: saveItself,
  }),

  'library-empty': () => ({ message: 'There are no pictures yet.', action: 'Add some first.' }),
  'picture-ambiguous': ({ named }) => ({
    message: `“${named}” means more than one picture.`,
    action: 'Use the id of a picture in the library.',
  }),
  'picture-unknown': ({ named }) => ({
    message: `There is no picture “${named}”.`,
    action: 'Use the id or the file name of a picture in the library.',
  }),
  'picture-not-in-library': ({ imageId }) => `There is no picture ${imageId} in the library.`,
  'selection-not-kept': () => ({ message: 'Packshot no longer has this selection.', action: 'Select the pictures again.' }),
}
