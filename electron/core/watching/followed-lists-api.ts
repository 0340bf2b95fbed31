import type { HandlerContext } from '../call-context.ts'
import { implementer as os } from '../implementer.ts'

/** The product list that is read again by itself. */
export const createFollowedListsHandlers = ({ following }: Pick<HandlerContext, 'following'>) => ({
  get: os.followedLists.get.handler(() => following.get()),
  open: os.followedLists.open.handler(async ({ input }) => ({ id: await following.open(input.address) })),
  follow: os.followedLists.follow.handler(({ input }) => following.follow(input.list, input)),
  unfollow: os.followedLists.unfollow.handler(({ input }) => following.unfollow(input.id)),
  change: os.followedLists.change.handler(({ input }) => following.change(input.id, input)),
  check: os.followedLists.check.handler(({ input }) => following.check(input.id)),
  accept: os.followedLists.accept.handler(({ input }) => following.accept(input.id, input.version)),
  leave: os.followedLists.leave.handler(({ input }) => following.leave(input.id, input.version)),
})
