import { HandoverInput } from './handover-input.tsx'
import { closeHandOver, useHandOver } from './handover-view.ts'
import { HandOverDialog } from './make-handover-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'

/** Handing over and merging, from wherever it is begun. */
export const HandoverDialogs = () => (
  <>
    <HandOverDialog isOpen={useHandOver((view) => view.isOpen)} close={closeHandOver} />
    <HandoverInput />
    <MergeDialog />
  </>
)
