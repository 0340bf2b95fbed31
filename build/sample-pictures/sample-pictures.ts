import type { ImageFormat } from '../../shared/pictures/picture-formats.ts'
import type { Label } from './drawing.ts'
import { drawBag, drawBar, drawBox, drawCarton } from './flat-products.ts'
import { drawBottle, drawJar, drawPump, drawTin } from './round-products.ts'

/** The background: one solid color, a studio sweep from wall to table, or nothing. */
export type Backdrop =
  | { readonly kind: 'plain'; readonly color: string }
  | { readonly kind: 'sweep'; readonly wall: string; readonly table: string }
  | { readonly kind: 'none' }

export type SamplePicture = {
  readonly name: string
  readonly format: ImageFormat
  /** Pixels as displayed. */
  readonly width: number
  readonly height: number
  readonly backdrop: Backdrop
  /** SVG of the product on a square of 1000 units. */
  readonly product: string
  /** EXIF orientation to store it with; 1 unless named. */
  readonly orientation?: number
  /** Degrees, minutes and seconds, as EXIF rationals. */
  readonly position?: { readonly latitude: string; readonly longitude: string }
}

const label = (brand: string, title: string, lines: readonly string[], paper: string, ink: string, accent: string): Label => ({
  brand,
  title,
  lines,
  paper,
  ink,
  accent,
})

/** The demo's product photographs: made up brands, real shapes of files. */
export const samplePictures: readonly SamplePicture[] = [
  {
    name: 'Olive oil 500 ml.jpg',
    format: 'jpeg',
    width: 1600,
    height: 2000,
    backdrop: { kind: 'sweep', wall: '#e9e2d2', table: '#c8b99a' },
    product: drawBottle(
      label('MONTE VERDE', 'OLIVE OIL', ['Extra virgin', 'Cold pressed', '500 ml'], '#f7f1e1', '#2f3a1c', '#7a8b2f'),
      '#4c5a1e',
      '#2b2b2b',
    ),
  },
  {
    name: 'Coffee beans – dark roast.png',
    format: 'png',
    width: 1500,
    height: 1800,
    backdrop: { kind: 'sweep', wall: '#9aa3a8', table: '#7d868c' },
    product: drawBag(
      label('NORTH HARBOUR', 'COFFEE', ['Dark roast beans', 'Notes of cocoa', '1000 g'], '#efe6d8', '#3b2314', '#b4632a'),
      '#2a201b',
    ),
  },
  {
    name: 'Strawberry jam 340 g.jpg',
    format: 'jpeg',
    width: 2000,
    height: 2000,
    backdrop: { kind: 'plain', color: '#ffffff' },
    product: drawJar(
      label('GRANDMA ELSE', 'STRAWBERRY', ['Fruit spread', '65 % fruit', '340 g'], '#fffaf2', '#6d1020', '#c2253a'),
      '#a3142a',
      '#c83a45',
    ),
  },
  {
    name: 'Matcha tea tin.png',
    format: 'png',
    width: 1600,
    height: 1600,
    backdrop: { kind: 'none' },
    product: drawTin(
      label('KAWA HOUSE', 'MATCHA', ['Green tea powder', 'Ceremonial grade', '80 g'], '#f3f5e6', '#25401f', '#5f8f3a'),
      '#6f9b48',
      false,
    ),
  },
  {
    name: 'Lemon soda 330 ml.jpg',
    format: 'jpeg',
    width: 1500,
    height: 2000,
    backdrop: { kind: 'sweep', wall: '#bfe0ea', table: '#93c4d4' },
    product: drawTin(
      label('FIZZ & CO', 'LEMON', ['Sparkling soda', 'No added sugar', '330 ml'], '#fff7c9', '#1d4a52', '#e0a800'),
      '#f2c21a',
      true,
    ),
    orientation: 6,
  },
  {
    name: 'Honig aus dem Süden.jpg',
    format: 'jpeg',
    width: 2400,
    height: 1800,
    backdrop: { kind: 'sweep', wall: '#d9c7b0', table: '#8a6242' },
    product: drawJar(
      label('IMKEREI WOLF', 'HONIG', ['Blüte und Wald', 'Aus dem Süden', '250 g'], '#fdf3d8', '#5a3510', '#d08a12'),
      '#d98a10',
      '#3a2a1c',
    ),
    position: { latitude: '47/1 59/1 4200/100', longitude: '7/1 50/1 3120/100' },
  },
  {
    name: 'Oat milk 1 l.jpg',
    format: 'jpeg',
    width: 1500,
    height: 1500,
    backdrop: { kind: 'plain', color: '#f4f1ea' },
    product: drawCarton(
      label('HAFERHOF', 'OAT MILK', ['Barista edition', 'Without sugar', '1 litre'], '#dcebf0', '#173a52', '#2f7ea8'),
      '#cfe3ea',
      '#2f7ea8',
    ),
  },
  {
    name: 'Hand soap – lavender.png',
    format: 'png',
    width: 1400,
    height: 1700,
    backdrop: { kind: 'sweep', wall: '#ece6f2', table: '#cfc3dc' },
    product: drawPump(
      label('SALTMARSH', 'HAND SOAP', ['Lavender and mint', 'Kind to skin', '300 ml'], '#fbf9fd', '#3c2c55', '#8a6cb4'),
      '#b59ad6',
      '#f3f1f5',
    ),
  },
  {
    name: 'Müsli 600 g.jpg',
    format: 'jpeg',
    width: 1600,
    height: 1900,
    backdrop: { kind: 'sweep', wall: '#f0d9b8', table: '#d9a866' },
    product: drawBox(
      label('KERN & KORN', 'MÜSLI', ['Crunchy oats', 'Apple and nuts', '600 g'], '#fff8ea', '#4a2a10', '#c25a1c'),
      '#e58a2c',
      '#a85a16',
    ),
  },
  {
    name: 'Chocolate 70 %.jpg',
    format: 'jpeg',
    width: 2200,
    height: 1600,
    backdrop: { kind: 'plain', color: '#e7e3df' },
    product: drawBar(label('MAISON CACAO', 'CHOCOLATE', ['Dark 70 % cocoa', '100 g'], '#f6efe4', '#35170c', '#a8752a'), '#4a1f2b'),
  },
  {
    name: 'Sparkling water 750 ml.jpg',
    format: 'jpeg',
    width: 1400,
    height: 1900,
    backdrop: { kind: 'plain', color: '#ffffff' },
    product: drawBottle(
      label('CLEAR SPRING', 'WATER', ['Sparkling', 'From the source', '750 ml'], '#f5fbff', '#0f3c63', '#1f86c4'),
      '#7fb9cf',
      '#1f5f8f',
    ),
  },
  {
    name: 'Lime soda, cut out.png',
    format: 'png',
    width: 1500,
    height: 1500,
    backdrop: { kind: 'none' },
    product: drawTin(
      label('FIZZ & CO', 'LIME', ['Sparkling soda', 'No added sugar', '330 ml'], '#eefbd9', '#23441a', '#6cae2b'),
      '#8bc63e',
      true,
    ),
  },
]
