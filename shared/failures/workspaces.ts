/** What can go wrong with connection files, links and workspaces, the sample workspace included. */
export type WorkspacesFailure = never
