/** Of files with a requirement profile. */
export const profileFileEnding = '.packshot-profile'

export const isProfileFile = (name: string): boolean => name.toLowerCase().endsWith(profileFileEnding)
