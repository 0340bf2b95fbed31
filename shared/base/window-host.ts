/** The code of an AppError between window and core; its `data` is the ErrorRecord. */
export const appErrorCode = 'APP_ERROR'

/** The message with which our page passes its MessagePort to the preload, which passes it to the main process. */
export const connectMessage = 'packshot:connect'

/** The `packshot` object that Electron's preload adds to the page; the browser host adds none. */
export type WindowHost<PageFile> = {
  readonly kind: 'electron'
  /**
   * Sends dropped or chosen files and folders; resolves when the main process has them. Their paths are read by the preload and
   * never visible to the page. `drop`: 32 hex digits, to ask for the pictures by (intake.arrived). Files without a path (pasted, dragged from a page) are sent as bytes.
   */
  readonly dropFiles: (files: readonly PageFile[], recursive: boolean, drop?: string) => Promise<void>
}

/** A picture's address in both hosts, relative to the window's origin. */
export const thumbnailPrefix = '/thumbnail/'
export const previewPrefix = '/preview/'

/** The meta element of the page into which the host writes the nonce of this load's style elements. */
export const styleNonceName = 'csp-nonce'

/** The meta element into which the host writes `new` while there is no library yet: so the page need not wait for the core to say that it is empty. */
export const libraryName = 'library'
