import { isQuestionSetFileName } from '../../../shared/answers/question-set-file-name.ts'
import { AppError } from '../../../shared/base/errors.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import { isHandoverFileName } from '../../../shared/exchange/handover-file-name.ts'
import { isListFileName, isTable } from '../../../shared/products/catalogue-file-name.ts'
import { openWithText } from '../../answers/other-sources/draft.ts'
import { offerSetFile } from '../../answers/question-sets/offered-file.ts'
import { client, dropFiles, filesOf } from '../../bridge.ts'
import { takeBack } from '../../exchange/exports/import-view.ts'
import { goTo } from '../../navigation.ts'
import { readHtml } from '../../trusted-html.ts'
import { tell, tellProblem } from '../../ui/tell.tsx'

const report = (error: unknown): void => tellProblem('Not everything was added. Pictures already in the library are kept.', error)

/** A file whose name Chromium cannot read in this system's locale comes with neither name nor bytes: it cannot be added or named. */
const reportNameless = (count: number): void =>
  tellProblem(
    `${countOf(count, 'file or folder', 'files or folders')} could not be read.`,
    new AppError('file-unreadable', { kind: 'dropped-without-names' }),
  )

/** For the browser host; in Electron each becomes its own row. */
const reportUnreadable = ([name = '', ...others]: readonly string[]): void =>
  tellProblem('Not everything was added.', new AppError('file-unreadable', { kind: 'dropped-unreadable', name, others: others.length }))

/** Adds chosen, dropped or pasted files. Events report which were added and which refused. */
export const addFiles = async (files: readonly File[]): Promise<void> => {
  const named = files.filter(({ name }) => name !== '')
  if (named.length < files.length) reportNameless(files.length - named.length)
  const setFile = named.find(({ name }) => isQuestionSetFileName(name))
  if (setFile) void offerSetFile(setFile)
  const others = named.filter(({ name }) => !isQuestionSetFileName(name))
  if (others.length === 0) return
  const [only] = others
  if (only && others.length === 1 && isListFileName(only.name) && (await takeBack(only))) return
  // Product lists and hand-overs are opened where they are (renderer/products/catalogue/list-dialog.tsx, renderer/exchange/handover/merge-dialog.tsx).
  if (!others.every(({ name }) => isListFileName(name) || isHandoverFileName(name))) goTo('library')
  await dropFiles(others, true).catch(report)
}

const openCells = (text: string): Promise<unknown> =>
  client.catalogue.paste({ text }).catch((error: unknown) => tellProblem('The cells can’t be read.', error))

export const addAddresses = async (addresses: readonly string[]): Promise<void> => {
  goTo('library')
  await client.intake.add({ named: [...addresses], recursive: false, upload: true }).catch(report)
}

/** The web addresses in a `text/uri-list` (RFC 2483) or a line of text. */
export const findAddresses = (text: string): string[] =>
  text.split(/\s+/).filter((word) => /^https?:\/\//i.test(word) && URL.canParse(word))

/** The one picture in dragged HTML. */
const findPicture = (html: string): string | undefined => {
  const { images } = readHtml(html)
  return images.length === 1 ? findAddresses(images[0]?.getAttribute('src') ?? '')[0] : undefined
}

/** A picture inside a link carries the link's address; its own is only in the HTML. */
const findDragged = (transfer: DataTransfer): string[] => {
  const listed = findAddresses(transfer.getData('text/uri-list'))
  const picture = listed.length === 1 ? findPicture(transfer.getData('text/html')) : undefined
  return picture === undefined ? listed : [picture]
}

/** A picture dragged from a web page carries its address. A service can fetch it from there, so the address is worth more than the bytes. */
export const addTransfer = async (transfer: DataTransfer): Promise<void> => {
  const addresses = findDragged(transfer)
  if (addresses.length > 0) return addAddresses(addresses)
  // A transfer is empty once the event is over: everything is read before anything is awaited.
  const text = transfer.getData('text/plain')
  // Spreadsheets add a picture of the cells to what they copy.
  if (isTable(text)) return void (await openCells(text))
  const inText = findAddresses(text)
  const types = [...transfer.types]
  const { files, unreadable } = await filesOf(transfer)
  if (unreadable.length > 0) reportUnreadable(unreadable)
  if (files.length > 0) return addFiles(files)
  if (inText.length > 0) return addAddresses(inText)
  if (types.length === 0 || unreadable.length > 0) return
  const isText = text.trim() !== ''
  tell('Nothing was added', {
    text: `That was text, not a picture. Drop picture files or folders, or a picture or its address from a web page.${isText ? ' To add a text, use “More sources”.' : ''}`,
    ...(isText ? { action: { label: 'Open More sources', run: () => openWithText(text) } } : {}),
  })
}
