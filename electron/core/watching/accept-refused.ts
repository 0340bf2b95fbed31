import type { WatchReports } from './watch-reports.ts'
import type { WatchedFiles } from './watched-files.ts'

type Ports = { readonly watchedFiles: WatchedFiles; readonly watchReports: WatchReports }

/**
 * A picture that the decoder refused was added again, such as by a person: its watched files count as taken, and what the rules of their folders say is
 * due. Called in the transaction that adds it.
 */
export const acceptRefused = ({ watchedFiles, watchReports }: Ports, imageId: string, at: number): void => {
  for (const { folder, path } of watchedFiles.acceptRefused(imageId)) {
    watchReports.takeBackRefused(folder, path, imageId)
    watchReports.add(folder, 'added', at, imageId)
  }
}
