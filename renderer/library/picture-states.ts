import type { PictureState } from '../../shared/library.ts'
import type { IconName } from '../ui/icon.tsx'

type StateLook = { readonly label: string; readonly icon: IconName; readonly tone: 'quiet' | 'busy' | 'good' | 'bad' }

/** How each state of a picture is named and drawn. */
export const pictureStates: Record<PictureState, StateLook> = {
  parked: { label: 'Needs attention', icon: 'warn', tone: 'bad' },
  uploading: { label: 'Uploading', icon: 'up', tone: 'busy' },
  waiting: { label: 'Waiting', icon: 'clock', tone: 'quiet' },
  attached: { label: 'Attached', icon: 'products', tone: 'good' },
  answered: { label: 'Answered', icon: 'questions', tone: 'good' },
  uploaded: { label: 'Uploaded', icon: 'check', tone: 'good' },
  kept: { label: 'On this computer', icon: 'picture', tone: 'quiet' },
}

/** The order in which a filter offers them. */
export const stateOrder: readonly PictureState[] = ['parked', 'uploading', 'waiting', 'uploaded', 'answered', 'attached', 'kept']
