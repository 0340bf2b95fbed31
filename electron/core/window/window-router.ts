import { type AnyRouter, call } from '@orpc/server'
import { AppError } from '../../../shared/errors.ts'
import type { OutTarget } from '../../../shared/out.ts'
import type { FolderToWatch } from '../../../shared/watching.ts'
import type { Core } from '../core.ts'
import { implementer as os } from '../handlers/implementer.ts'
import { sortNamed } from '../intake/intake.ts'

/** A window writes only where a person chose in a dialog of the host. */
const refusePath = <T extends { readonly to: OutTarget }>(input: T): T => {
  if (input.to.kind === 'path') throw new AppError('usage', { kind: 'window-names-path' })
  return input
}

/** A window watches only a folder that a person chose in the host's dialog. */
const refuseNamed = <T extends { readonly folder: FolderToWatch }>(input: T): T => {
  if (input.folder.kind === 'path') throw new AppError('usage', { kind: 'window-names-path' })
  return input
}

/**
 * The calls a window may make: all except those that name a path. Its files come through the host itself (a drop, a dialog of the main process),
 * so that a compromised page cannot read `/etc/passwd`.
 */
export const createWindowRouter = ({ router, addAddresses }: Pick<Core, 'router' | 'addAddresses'>): AnyRouter => ({
  ...router,
  catalogue: {
    ...router.catalogue,
    importFile: os.catalogue.importFile.handler(() => {
      throw new AppError('usage', { kind: 'window-names-path' })
    }),
  },
  out: {
    ...router.out,
    write: os.out.write.handler(({ input }) => call(router.out.write, refusePath(input))),
    pictures: os.out.pictures.handler(({ input }) => call(router.out.pictures, refusePath(input))),
    openFile: os.out.openFile.handler(() => {
      throw new AppError('usage', { kind: 'window-names-path' })
    }),
  },
  watching: {
    ...router.watching,
    preview: os.watching.preview.handler(({ input }) => call(router.watching.preview, refuseNamed(input))),
    add: os.watching.add.handler(({ input }) => call(router.watching.add, refuseNamed(input))),
  },
  intake: {
    ...router.intake,
    add: os.intake.add.handler(({ input }) => {
      const { paths, urls } = sortNamed(input.named)
      if (paths.length > 0) throw new AppError('usage', { kind: 'window-names-path' })
      return addAddresses(urls)
    }),
  },
})
