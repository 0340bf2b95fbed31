import { HandOverDialog } from './hand-over-dialog.tsx'
import { closeHandOver, useHandOver } from './hand-over-view.ts'
import { HandoverInput } from './handover-input.tsx'
import { MergeDialog } from './merge-dialog.tsx'

/** Handing over and merging, from wherever it is begun. */
export const HandoverDialogs = () => (
  <>
    <HandOverDialog isOpen={useHandOver((view) => view.isOpen)} close={closeHandOver} />
    <HandoverInput />
    <MergeDialog />
  </>
)
