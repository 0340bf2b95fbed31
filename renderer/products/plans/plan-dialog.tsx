import { Modal } from '@mantine/core'
import { PlanToConfirm } from './plan-preview.tsx'
import { PlanProgress } from './plan-progress.tsx'
import { closePlan, usePlanView } from './plan-view.ts'

/** Attaches all matched pictures to their products in one step: the plan to confirm, then how far it is. */
export const PlanDialog = () => {
  const view = usePlanView((state) => state.view)
  return (
    <Modal
      opened={view.shows !== 'nothing'}
      onClose={closePlan}
      size={860}
      title="Attach matched pictures"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {view.shows === 'preview' && <PlanToConfirm />}
      {view.shows === 'progress' && <PlanProgress key={view.planId} planId={view.planId} />}
    </Modal>
  )
}
