import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'

type Ports = Pick<HandlerContext, 'offers' | 'restoreConnection'>

/** Connections offered to a person. */
export const createOffersHandlers = ({ offers, restoreConnection }: Ports) => ({
  get: os.offers.get.handler(() => offers.view()),
  make: os.offers.make.handler(({ input }) => {
    offers.fromForm(input)
    return offers.view()
  }),
  accept: os.offers.accept.handler(async ({ input }) => {
    await restoreConnection()
    await offers.accept(input.offerId, input.as, input.openBrowser, input.replaceSets, input.allowsWeaker)
    return offers.view()
  }),
  confirm: os.offers.confirm.handler(async ({ input }) => {
    await offers.confirm(input.offerId, input.isRight, input.name)
    return offers.view()
  }),
  dismiss: os.offers.dismiss.handler(async ({ input }) => {
    await offers.dismiss(input.offerId)
    return offers.view()
  }),
  deleteFile: os.offers.deleteFile.handler(async ({ input }) => {
    await offers.deleteFile(input.offerId)
    return offers.view()
  }),
})
