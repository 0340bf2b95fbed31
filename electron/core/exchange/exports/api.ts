import { basename } from 'node:path'
import { personNow } from '../../answers/sheet/person-now.ts'
import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import type { EditCells } from './create-exports.ts'

/** Tables and copies of pictures for other programs, and tables that come back. */
export const createExportsHandlers = (context: Pick<HandlerContext, 'exports' | 'connections' | 'sheet' | 'settings' | 'ports'>) => {
  const { exports, connections, sheet } = context
  const editCells: EditCells = (owner, cells) =>
    sheet.edit(() => owner ?? connections.active()?.id ?? null, cells, 'imported', personNow(context))
  return {
    preview: os.exports.preview.handler(({ input }) => exports.preview(input, input.layout, input.limit)),
    choose: os.exports.choose.handler(({ input }) => exports.chooseTarget(input)),
    write: os.exports.write.handler(({ input }) => exports.write(input, input.layout, input.to)),
    pictures: os.exports.pictures.handler(({ input }) => exports.pictures(input, input.fields, input.to, input.replaces)),
    progress: os.exports.progress.handler(() => exports.progress()),
    stop: os.exports.stop.handler(() => exports.stop()),
    open: os.exports.open.handler(({ input }) => exports.open(input.name, input.content)),
    openFile: os.exports.openFile.handler(({ input }) =>
      exports.openFile(input.path, basename(input.path), new Map(Object.entries(input.columns))),
    ),
    columns: os.exports.columns.handler(({ input }) => exports.chooseColumns(input.id, new Map(Object.entries(input.columns)))),
    differences: os.exports.differences.handler(({ input }) => exports.differences(input.id, input.kind, input.offset, input.limit)),
    apply: os.exports.apply.handler(({ input }) => exports.apply(input.id, input, editCells)),
    close: os.exports.close.handler(({ input }) => exports.close(input.id)),
  }
}
