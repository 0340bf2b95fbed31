import { everything, type Subject } from './change-feed.ts'

/** What a call changes when it succeeds, by its place in the contract; a call that is not named only reads, or announces by itself. */
const changedBy: Readonly<Record<string, readonly Subject[]>> = {
  'library.remove': ['library', 'jobs', 'answers', 'products'],
  'library.restore': ['library', 'jobs', 'answers', 'products'],
  'settings.set': ['session'],
  'settings.freeOriginals': ['library'],
  'session.connect': everything,
  'session.signIn': ['session', 'jobs'],
  'session.disconnect': everything,
  'connections.change': ['session', 'jobs'],
  'publishing.set': ['session', 'jobs', 'library'],
  'publishing.tryData': ['session', 'jobs', 'library'],
  'session.switch': everything,
  'session.forget': everything,
  'session.rename': ['session'],
  'session.setApiKey': ['session', 'jobs'],
  'session.completeSignIn': ['session', 'jobs'],
  'session.acceptOffer': everything,
  'session.confirmOffer': everything,
  'questions.ask': ['jobs', 'library', 'answers'],
  'questions.edit': ['answers', 'library'],
  'products.attach': ['jobs', 'library', 'products'],
  'products.replaceList': ['jobs', 'library', 'products'],
  'jobs.retry': ['jobs', 'library', 'products'],
  'jobs.cancel': ['jobs', 'library', 'answers'],
  'queue.pause': ['jobs'],
  'queue.resume': ['jobs'],
  'queue.retryNow': ['jobs'],
}

export const changedByCall = (path: readonly string[]): readonly Subject[] => changedBy[path.join('.')] ?? []
