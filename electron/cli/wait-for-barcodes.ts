import { describeCodesLeft } from '../../shared/products/matching-words.ts'

/** Calls in which no picture was read or checked: one may take two minutes, and no more than that. */
const mostIdleCalls = 13

type Progress = { readonly left: number; readonly unchecked: number }

/** Calls `read` until no barcodes are left to read, or nothing moves any more, and prints how many are left. A picture is checked before it is read. */
export const waitForBarcodes = async (
  now: Progress,
  { read, note }: { readonly read: () => Promise<Progress>; readonly note: (text: string) => void },
): Promise<void> => {
  let before = now
  for (let idle = 0; before.left > 0 && idle < mostIdleCalls; ) {
    for (const line of describeCodesLeft({ left: before.left, unreadable: 0, needsList: false })) note(line)
    const after = await read()
    idle = after.left < before.left || after.unchecked < before.unchecked ? 0 : idle + 1
    before = after
  }
}
