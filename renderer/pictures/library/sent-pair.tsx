import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PictureDetails } from '../../../shared/pictures/library.ts'
import { formatNames } from '../../../shared/pictures/picture-formats-words.ts'
import type { SentFileFacts } from '../../../shared/pictures/pictures.ts'
import { sendingFor } from '../../../shared/service/sending.ts'
import { listSendingSteps } from '../../../shared/service/sending-words.ts'
import { client, previewUrl, thumbnailUrl } from '../../bridge.ts'
import { formatBytes } from '../../ui/format.ts'
import { UnreadNote } from '../../ui/unread-note.tsx'
import { useSession } from '../../workspaces/connections/use-session.ts'
import { useLibraryView } from './library-view.ts'
import classes from './sent-pair.module.css'
import { enlarge } from './use-press.ts'

type FigureProps = {
  readonly title: string
  readonly label: string
  readonly src: string | null
  readonly alt: string
  readonly facts: readonly string[]
  readonly onEnlarge: () => void
}

const Side = ({ title, label, src, alt, facts, onEnlarge }: FigureProps) => (
  <figure className={classes.side}>
    <button type="button" className={classes.picture} aria-label={label} onClick={onEnlarge}>
      {src !== null && <img src={src} alt={alt} decoding="async" />}
    </button>
    <figcaption className={classes.caption}>
      <strong>{title}</strong>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </figcaption>
  </figure>
)

const describeFile = (file: Pick<SentFileFacts, 'bytes' | 'width' | 'height'>, format: string): string[] => [
  format,
  `${file.width} × ${file.height}`,
  formatBytes(file.bytes),
]

const stayMs = 300
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

type Details = Pick<PictureDetails, 'row' | 'changes' | 'sent'>

/** The sent file of a picture; converts it if the file is missing. */
const useSentFile = ({ row, sent }: Details): { readonly sent: SentFileFacts | null; readonly error: Error | null } => {
  const connection = useSession()?.connection
  const { data, error } = useQuery({
    // Not among the library's queries: one that failed is not tried again with each change of the library.
    queryKey: ['sent-file', row.id, row.version, connection?.id, sendingFor(connection ?? null, row)],
    queryFn: async ({ signal }) => {
      // Moving quickly through pictures starts no conversions.
      await wait(stayMs)
      signal.throwIfAborted()
      return client.library.sentFile({ imageId: row.id }, { signal })
    },
    enabled: sent === null,
    gcTime: 0,
  })
  return { sent: sent ?? data ?? null, error: sent === null ? error : null }
}

/** A converted picture and what is sent of it, side by side. */
export const SentPair = ({ details }: { readonly details: Details }) => {
  const { row } = details
  const { sent } = useSentFile(details)
  const compare = (): void => {
    useLibraryView.setState({ comparesPreview: true })
    enlarge(row.id)
  }
  return (
    <div className={classes.pair}>
      <Side
        title="Original"
        label="Enlarge the original, beside what is sent"
        src={thumbnailUrl(row.id, row.version)}
        alt={`${row.name}, original`}
        facts={describeFile(row, formatNames[row.format])}
        onEnlarge={compare}
      />
      <Side
        title="Sent file"
        label="Enlarge what is sent, beside the original"
        src={sent && previewUrl(row.id, row.version, sent.settings)}
        alt={`${row.name}, sent file`}
        facts={sent ? describeFile(sent, formatNames[sent.format]) : []}
        onEnlarge={compare}
      />
    </div>
  )
}

const describeStanding = (sent: SentFileFacts | null): string => {
  if (!sent) return 'Converting…'
  if (sent.isUploaded) return 'The workspace has this file.'
  return 'Not uploaded yet. Changed upload settings apply to it.'
}

/** Conversion steps of a sent file, and whether the workspace has it. */
export const SentFacts = ({ details }: { readonly details: Details }) => {
  const { row, changes } = details
  const { sent, error } = useSentFile(details)
  return (
    <>
      {error && <UnreadNote what="The picture could not be converted." error={error} />}
      <ul className={classes.steps} aria-label="What was done">
        {listSendingSteps(row, changes, sent).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
      {!error && (
        <Text size="sm" c="dimmed" mt={4}>
          {describeStanding(sent)}
        </Text>
      )}
    </>
  )
}
