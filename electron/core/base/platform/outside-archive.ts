/**
 * The path beside a package's archive, where threads, WebAssembly and native parts are: none of these is loaded from inside it. Any other
 * path stays as it is.
 */
export const outsideArchive = (path: string): string => path.replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked')
