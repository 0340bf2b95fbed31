/** Files that native tools read, and that are refused as damaged. */
export const knownRefusals: ReadonlyMap<string, string> = new Map([
  ['Chimera-AV1-10bit-480x270.avif', 'its picture lies beyond the end of the file; avifdec shows a frame of its sequence'],
  ['poc_b_506387278.avif', 'its picture lies beyond the end of the file; avifdec shows a frame of its sequence'],
  ['color_grid_alpha_grid_tile_shared_in_dimg.avif', 'made to be refused: a tile is used twice'],
])

const endless = 'its data ends without the code for it, and libvips shows its last pixels black'
const painted = 'transparent where the first frame leaves the canvas out, as browsers show it; ImageMagick paints that black'
const clippedCanvas = 'the whole canvas, as browsers show it; ImageMagick makes it as small as the frame'
const paletteWithAlpha = 'the opacity beside its palette, which ImageMagick 6 leaves out'
const untransformed = 'turned or cropped as its properties say; avifdec leaves that to others'

/** Files that the native tool shows in another way; why. */
export const knownDifferences: ReadonlyMap<string, string> = new Map([
  ...['missing-pixels.gif', 'dispose-restore-background.gif'].map((name) => [name, painted] as const),
  ...['no-eoi.gif', 'no-clear-and-eoi.gif'].map((name) => [name, endless] as const),
  ...['image-overlap-bg.gif', 'image-outside-bg.gif', 'x-Transform.gif', 'congrats.gif'].map((name) => [name, clippedCanvas] as const),
  ...['input_256_matte.tiff', 'input_palette_16_matte.tiff', 'input_palette_256_matte.tiff'].map(
    (name) => [name, paletteWithAlpha] as const,
  ),
  ...['clop_irot_imor.avif', 'clap_irot_imir_non_essential.avif', 'blue-and-magenta-crop.avif'].map(
    (name) => [name, untransformed] as const,
  ),
  ['colors-animated-8bpc-depth-exif-xmp.avif', 'avifdec takes its depth for opacity'],
  ['alpha_noispe.avif', 'with its opacity, whose size is not stated; libheif 1.15 leaves it out'],
  ['sofa_grid1x5_420_reversed_dimg_order.avif', 'its tiles in the order that the file says; avifdec 0.11 sorts them'],
  ['ycgco-re.avif', 'YCgCo-Re is newer than libheif 1.15'],
  ['minisblack-2c-8b-alpha.tiff', 'with its opacity, which ImageMagick 6 leaves out'],
  ...['hopper2I.tif', 'hopper4I.tif', 'hopper2IR.tif', 'hopper4IR.tif'].map(
    (name) => [name, 'white is zero in its 2 or 4 bits; ImageMagick 6 shows a negative'] as const,
  ),
  ...['pal8os2v2.bmp', 'rgb32bf-abgr.bmp', 'rgb16-231.bmp', 'rgb32fakealpha.bmp'].map(
    (name) => [name, 'as its suite’s own pictures show it; ImageMagick 6 reads its header in another way'] as const,
  ),
  ['no_rows_per_strip.tif', 'ImageMagick 6 shows it black'],
  [
    'gegl-16bit-float-4ch-assoc-contiguous.tif',
    'colors multiplied with their opacity, which neither libvips nor ImageMagick 6 shows rightly',
  ],
  ['yellow_rose-small.bmp', 'its fourth byte says nothing in a header of version 3; ImageMagick takes it for opacity'],
  ['relax.jp2', 'its profile has three colorants that are black or nonsense; opj_decompress ignores it'],
  ['morphsource.tif', 'light in numbers with a fraction, made sRGB; ImageMagick shows it as it is'],
  ['bluenoise_image3.tif', 'noise'],
  ['noise-gauss.tif', 'noise'],
  ['subsampled.tif', 'subsampled planes, which ImageMagick 6 garbles'],
  ['gray_linear_lossy.jxl', 'djxl writes its linear light into a PNG whose gamma readers don’t apply'],
  ['rgba.jxl', 'of 9 bits: both of our builds of libjxl agree, djxl 0.7 writes them otherwise'],
])
