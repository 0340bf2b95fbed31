/** The picture in a file of this name or path, or with this content: its versions are `…_2`, `…_3`. */
export const pictureIn = (text: string): string | undefined => /picture-[A-Za-z0-9-]+/.exec(text)?.[0]
