import { allowAsOwner } from './allow-as-owner.ts'

/** Opens the consent page whose address a command prints, as a person does, and decides there. */
export const answerConsent = (printed: string, consent: 'allow' | 'deny'): void => {
  const address = /^(https?:\/\/\S+\/oauth2\/authorize\S*)$/m.exec(printed)?.[1]
  if (address) allowAsOwner(address, consent).catch(() => {})
}
