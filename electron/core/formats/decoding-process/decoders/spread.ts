/** Whole numbers of `bits` bits, spread over 8 or 16. */
export const spread = (samples: Uint8Array | Uint16Array, bits: number): void => {
  const most = samples.BYTES_PER_ELEMENT === 1 ? 0xff : 0xffff
  const scale = most / (2 ** bits - 1)
  if (scale !== 1) for (let at = 0; at < samples.length; at++) samples[at] = Math.min(most, Math.round((samples[at] as number) * scale))
}
