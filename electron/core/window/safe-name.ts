const unsafe = /[\p{Cc}\p{Cf}<>:"/\\|?*]/gu
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
const longestBytes = 180

/** A file name as a page gave it, made one that every system takes and that stays in its folder; the extension is kept. */
export const toSafeName = (name: string): string => {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  let safe = last
    .replace(unsafe, '_')
    .replace(/^\.+|[. ]+$/g, '')
    .trim()
  if (reserved.test(safe)) safe = `_${safe}`
  while (Buffer.byteLength(safe) > longestBytes) safe = [...safe].slice(1).join('')
  return safe || 'picture'
}
