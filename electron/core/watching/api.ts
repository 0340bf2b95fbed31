import type { HandlerContext } from '../call-context.ts'
import { implementer as os } from '../implementer.ts'

/** Folders whose new pictures are added by themselves. */
export const createWatchingHandlers = ({ watching }: Pick<HandlerContext, 'watching'>) => ({
  list: os.watching.list.handler(() => watching.list()),
  choose: os.watching.choose.handler(() => watching.choose()),
  preview: os.watching.preview.handler(({ input }) => watching.preview(input.folder, input.subfolders)),
  add: os.watching.add.handler(({ input }) => watching.add(input.folder, input.rules, input.onlyNew)),
  change: os.watching.change.handler(({ input }) => watching.change(input.id, input.rules)),
  pause: os.watching.pause.handler(({ input }) => watching.setPaused(input.id, true)),
  resume: os.watching.resume.handler(({ input }) => watching.setPaused(input.id, false)),
  remove: os.watching.remove.handler(({ input }) => watching.remove(input.id)),
  lookNow: os.watching.lookNow.handler(({ input }) => watching.lookNow(input.id)),
  report: os.watching.report.handler(() => watching.report()),
  acknowledge: os.watching.acknowledge.handler(({ input }) => watching.acknowledge(input.through)),
})
