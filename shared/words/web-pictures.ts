/** A picture's address that leads from the web into the person's own network. `to`: the host that it leads to. */
export const sayLeadsInside = (url: string, to: string): { readonly message: string; readonly action: string } => ({
  message: `${url} leads to ${to}, an address inside your own network. It wasn’t followed, and nothing was added.`,
  action: 'If you trust it, open the address in a browser, save the picture and add the file.',
})

/** It never arrived anywhere, or left the web. */
export const sayLeadsNowhere = (url: string): { readonly message: string; readonly action: string } => ({
  message: `${url} doesn’t lead to a picture: it redirects too often, or away from the web. Nothing was added.`,
  action: 'Open the address in a browser and check it, then add it again.',
})
