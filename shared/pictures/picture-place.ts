type Placed = { readonly folder: string | null; readonly name: string }

/** How a path of this kind separates its parts: Windows paths have a drive or a share in front. */
const separatorOf = (folder: string): string => (folder.includes('/') || !folder.includes('\\') ? '/' : '\\')

/** The last part of a folder's path; a drive or the root as it is. */
export const lastFolderOf = (folder: string): string => {
  const parts = folder.split(separatorOf(folder)).filter((part) => part !== '')
  return parts.at(-1) ?? folder
}

/** A picture's last folder and name, as lists show it: `SKU-1004/01.jpg`. */
export const shownPlace = ({ folder, name }: Placed): string => (folder === null ? name : `${lastFolderOf(folder)}/${name}`)

/** Its whole path; the name alone where the path is unknown. */
export const wholePath = ({ folder, name }: Placed): string => {
  if (folder === null) return name
  const separator = separatorOf(folder)
  return folder.endsWith(separator) ? `${folder}${name}` : `${folder}${separator}${name}`
}
