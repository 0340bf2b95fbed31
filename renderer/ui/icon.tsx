/** Line drawings on a 20 × 20 grid, 1.5 wide, in the text's colour. Decoration: the words beside them say it. */
const drawings = {
  library: 'M3 4.5h6v5H3zM11 4.5h6v5h-6zM3 11.5h6v5H3zM11 11.5h6v5h-6z',
  questions: 'M3.5 4.5h13v9h-7l-3.5 3v-3H3.5zM7 8h6M7 10.5h4',
  sheet: 'M3 4.5h14v11H3zM3 8.500h14M3 12h14M8 4.500v11',
  products: 'M10 3l6.5 3.5v7L10 17l-6.5-3.5v-7zM3.5 6.5L10 10l6.5-3.5M10 10v7',
  match: 'M3 4.5h5v5H3zM12 10.5h5v5h-5zM8 7h3.5v6H12M3 13h3',
  activity: 'M3 10.5h3l2.5-6 3.5 11 2.5-5H17',
  settings: 'M3 6h7M14 6h3M3 14h3M10 14h7M12 4v4M8 12v4',
  add: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
  search: 'M13 13l4 4M14.5 9a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0z',
  grid: 'M4 4h4.5v4.5H4zM11.5 4H16v4.5h-4.5zM4 11.5h4.5V16H4zM11.5 11.5H16V16h-4.5z',
  list: 'M3.5 5.5h13M3.5 10h13M3.5 14.5h13',
  panel: 'M3 4.5h14v11H3zM12.5 4.5v11',
  more: 'M5 10h.01M10 10h.01M15 10h.01',
  check: 'M4.5 10.5l3.5 3.5 7.5-8',
  close: 'M5.5 5.5l9 9M14.5 5.5l-9 9',
  warn: 'M10 4l7 12.5H3zM10 8.5v4M10 14.5h.01',
  clock: 'M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0zM10 6v4l2.5 2',
  up: 'M10 16V4.5M5 9.5l5-5 5 5',
  chevron: 'M5.5 8l4.5 4.5L14.5 8',
  down: 'M10 4v11.5M5 10.5l5 5 5-5',
  left: 'M12.5 4.5L7 10l5.5 5.5',
  right: 'M7.5 4.5L13 10l-5.5 5.5',
  pause: 'M7 5v10M13 5v10',
  play: 'M7 4.5l8 5.5-8 5.5z',
  retry: 'M15.5 8A6 6 0 1 0 16 11M16 4v4h-4',
  copy: 'M7.5 7.5h9v9h-9zM12.5 7.5v-4h-9v9h4',
  edit: 'M4 16l.8-3.4L13 4.4l2.6 2.6-8.2 8.2zM11.5 6l2.6 2.6',
  trash: 'M4 6h12M8 6V4h4v2M5.5 6l.7 10.5h7.6L14.5 6M8.5 9v5M11.5 9v5',
  tag: 'M3.5 3.5H9l7.500 7.500-5.500 5.500L3.500 9zM6.500 6.500h.01',
  pin: 'M10 17s5.5-4.8 5.5-8.500a5.5 5.5 0 0 0-11 0C4.5 12.2 10 17 10 17zM10 10.200a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.400z',
  cloud: 'M6 15.500h8.500a3 3 0 0 0 .4-6A5 5 0 0 0 5.4 8.2 3.7 3.7 0 0 0 6 15.500z',
  offline: 'M6 15.500h8.500a3 3 0 0 0 .4-6A5 5 0 0 0 5.4 8.2 3.7 3.7 0 0 0 6 15.500zM4 4l12.5 13',
  key: 'M9.5 10H17v3.5M13.5 10v2.5M9.5 10a3 3 0 1 1-6 0 3 3 0 0 1 6 0z',
  link: 'M8.5 11.500l3-3M9 6l1.5-1.500a3.5 3.5 0 0 1 5 5L14 11M11 14l-1.5 1.500a3.5 3.5 0 0 1-5-5L6 9',
  file: 'M5 3h6.500L15 6.500V17H5zM11.5 3v3.500H15',
  folder: 'M3 15.500v-10h5l1.500 2H17v8z',
  picture: 'M3 4.500h14v11H3zM3 13.500l4-4 3.5 3.500L13 10.500l4 3.500M13 8h.01',
  undo: 'M7.5 5L4 8.5 7.5 12M4 8.500h8a4 4 0 0 1 0 8H9',
  redo: 'M12.5 5L16 8.500l-3.5 3.500M16 8.500H8a4 4 0 0 0 0 8h3',
  command:
    'M7.5 7.500h5v5h-5zM7.5 7.500V6A2 2 0 1 0 5.5 7.500zM12.5 7.500V6a2 2 0 1 1 2 1.500zM7.5 12.500V14a2 2 0 1 1-2-1.500zM12.5 12.500V14a2 2 0 1 0 2-1.500z',
  drag: 'M8 5.500h.01M12 5.500h.01M8 10h.01M12 10h.01M8 14.500h.01M12 14.500h.01',
} as const

export type IconName = keyof typeof drawings

type Props = { readonly name: IconName; readonly size?: number; readonly className?: string }

export const Icon = ({ name, size = 20, className }: Props) => (
  <svg
    className={className}
    width={size}
    height={size}
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth={name === 'more' || name === 'drag' ? 2.2 : 1.5}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d={drawings[name]} />
  </svg>
)
