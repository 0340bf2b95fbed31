import { useMemo, useState } from 'react'
import type { CurrentStatement } from '../../shared/queue/jobs.ts'
import { CurrentChoice } from '../products/ledger/current-choice.tsx'
import { ofAttributeList, withDoubted } from '../products/ledger/known-pictures.ts'
import { readDoubtedIds } from '../products/ledger/read-doubted-ids.ts'
import { useKnownProduct } from '../products/ledger/use-known-product.ts'
import { tell } from '../ui/tell.tsx'
import { StateDialog, StateForm, type StateProps, useStatement } from './state-form.tsx'

const CurrentForm = ({ job, close }: StateProps) => {
  const { work } = job
  const [current, setCurrent] = useState<CurrentStatement | null>(null)
  const retry = useStatement({ job, close }, () => tell('Attachment continued'))
  const isAttach = work.operation === 'attach-sources'
  const product = useKnownProduct(isAttach ? { by: 'ref', ref: work.productRef } : null)
  const list = product?.lists.find((one) => isAttach && one.attribute.toLowerCase() === work.attribute.toLowerCase())
  const doubted = useMemo(() => readDoubtedIds(retry.error), [retry.error])
  const known = useMemo(() => withDoubted(list ? ofAttributeList(list) : null, doubted), [list, doubted])
  return (
    <StateForm productId={product?.productId ?? null} retry={retry} statement={current && { current }} close={close}>
      <CurrentChoice known={known} isReplacement={isAttach && work.replaces != null} choose={setCurrent} />
    </StateForm>
  )
}

/** For an attachment with an uncertain outcome or an unknown list: a person states the product's pictures, then it continues. */
export const StateCurrent = ({ isOpen, job, close }: StateProps & { readonly isOpen: boolean }) => (
  <StateDialog isOpen={isOpen} close={close} title="Continue the attachment">
    <CurrentForm job={job} close={close} />
  </StateDialog>
)
