/** Whether a system error says that there is no room on the disk, or none left of what this person may use of it. */
export const isFullDisk = (error: unknown): boolean => {
  const { code } = (error ?? {}) as { readonly code?: unknown }
  return code === 'ENOSPC' || code === 'EDQUOT'
}
