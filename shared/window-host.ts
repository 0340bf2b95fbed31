/** The code under which an AppError crosses between window and core; its `data` is the ErrorRecord. */
export const appErrorCode = 'APP_ERROR'

/** The message by which a page of ours hands its MessagePort to the preload, which hands it on to the main process. */
export const connectMessage = 'packshot:connect'

/** What Electron's preload puts into the page as `packshot`; the browser host puts nothing. */
export type WindowHost<PageFile> = {
  readonly kind: 'electron'
  /**
   * Hands dropped or chosen files and folders over; resolves when the main process has them. Their paths are read by the preload and
   * never seen by the page; files without a path (pasted, dragged from a page) are handed over as bytes.
   */
  readonly dropFiles: (files: readonly PageFile[], recursive: boolean) => Promise<void>
}

/** Where the window finds a picture, in both hosts: relative to its own origin. */
export const thumbnailPrefix = '/thumbnail/'
export const previewPrefix = '/preview/'

/** The meta element of the page into which the host writes the nonce of this load's style elements. */
export const styleNonceName = 'csp-nonce'
