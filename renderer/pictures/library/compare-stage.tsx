import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { LibraryRow } from '../../../shared/pictures/library.ts'
import { formatNames } from '../../../shared/pictures/picture-formats-words.ts'
import { previewUrl } from '../../bridge.ts'
import { api } from '../../queries.ts'
import { formatBytes } from '../../ui/format.ts'
import classes from './compare-stage.module.css'

export type Zoom = 'fit' | 'full'

type Place = RefObject<HTMLElement | null>

const placeOf = ({ scrollLeft, scrollTop }: HTMLElement): string => `${scrollLeft} ${scrollTop}`

/** Scrolls each of two places to where the other is. */
const createScrollTogether = () => {
  /** Where each was put, not by a person. Its own event about that must not pull the other back, which may be moving. */
  const put = new WeakMap<HTMLElement, string>()
  const scroll = (place: HTMLElement, left: number, top: number): void => {
    place.scrollTo({ left, top, behavior: 'instant' })
    put.set(place, placeOf(place))
  }
  return {
    follow: (from: Place, to: Place) => (): void => {
      const [leader, follower] = [from.current, to.current]
      if (!leader || !follower || put.get(leader) === placeOf(leader)) return
      put.delete(leader)
      scroll(follower, leader.scrollLeft, leader.scrollTop)
    },
    center: ({ current: place }: Place): void => {
      if (place) scroll(place, (place.scrollWidth - place.clientWidth) / 2, (place.scrollHeight - place.clientHeight) / 2)
    },
  }
}

type SideProps = {
  readonly title: string
  readonly facts: string
  readonly src: string
  readonly alt: string
  readonly zoom: Zoom
  /** Both have the size of the original at full size, so that the same part is at the same place. */
  readonly width: number
  readonly height: number
  readonly place: RefObject<HTMLDivElement | null>
  readonly onScroll: () => void
}

const Side = ({ title, facts, src, alt, zoom, width, height, place, onScroll }: SideProps) => (
  <figure className={classes.side}>
    <figcaption className={classes.caption}>
      <strong>{title}</strong> <span>{facts}</span>
    </figcaption>
    <div
      ref={place}
      className={classes.place}
      data-zoom={zoom}
      onScroll={onScroll}
      // A scrolled part must be reachable by keyboard (WCAG 2.1.1); its arrows don't lead to the next picture.
      {...(zoom === 'full' ? { tabIndex: 0, role: 'group', 'aria-label': `${title}, full size`, 'data-own-arrows': true } : {})}
    >
      <img key={src} src={src} alt={alt} {...(zoom === 'full' ? { style: { width, height } } : {})} />
    </div>
  </figure>
)

/** A converted picture as it came and as it is sent, side by side at the same zoom; at full size they scroll together. */
export const CompareStage = ({ row, zoom }: { readonly row: LibraryRow; readonly zoom: Zoom }) => {
  const { data: details } = useQuery(api.library.details.queryOptions({ input: { imageId: row.id } }))
  const original = useRef<HTMLDivElement>(null)
  const sentFile = useRef<HTMLDivElement>(null)
  const [{ follow, center }] = useState(createScrollTogether)
  const sent = details?.sent
  const describe = (format: string, file: { readonly width: number; readonly height: number; readonly bytes: number }) =>
    `${format}, ${file.width} × ${file.height}, ${formatBytes(file.bytes)}`
  const shared = { zoom, width: row.width, height: row.height }
  // At full size the middle is what a person looks for: the border is most often white.
  useEffect(() => {
    if (zoom === 'fit') return
    // Once both have their new size.
    const frame = requestAnimationFrame(() => {
      for (const place of [original, sentFile]) center(place)
    })
    return () => cancelAnimationFrame(frame)
  }, [zoom, center])
  return (
    <div className={classes.stage}>
      <Side
        {...shared}
        title="Original"
        facts={describe(formatNames[row.format], row)}
        src={previewUrl(row.id, row.version, 'original')}
        alt={`${row.name}, original`}
        place={original}
        onScroll={follow(original, sentFile)}
      />
      <Side
        {...shared}
        title="Sent file"
        facts={sent ? describe(formatNames[sent.format], sent) : ''}
        src={previewUrl(row.id, row.version, sent?.settings)}
        alt={`${row.name}, sent file`}
        place={sentFile}
        onScroll={follow(sentFile, original)}
      />
    </div>
  )
}
