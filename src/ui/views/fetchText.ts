/** All texts of the network page that fetches pages, a separate entry that must not load those of the app. */
export const TEXT = {
  documentTitle: 'Strata: fetch pages',
  title: 'Fetch pages',
  intro:
    'When you press Fetch, this page sends exactly the requests listed here, without cookies, and passes the answers to Strata. Close it when you are done.',
  none: "Open this page with “Fetch” at a URL in Strata's task.",
  requests: (url: string) => `Requests for ${url}`,
  optional: 'if the one above succeeds',
  refused: (reason: string) => `This can't be fetched: ${reason}.`,
  fetch: (host: string) => `Fetch from ${host}`,
  again: (host: string) => `Fetch again from ${host}`,
  cancel: 'Cancel',
  follow: 'Fetch and follow the redirect',
  fetching: 'Waiting for the answer…',
  redirected:
    "The server redirects to another address, which browsers don't reveal. Nothing has been requested there.",
  done: 'Done. The text is in Strata.',
  doneFrom: (address: string) => `Done, from ${address}. The text is in Strata.`,
  failed: (reason: string) => `${reason} You can paste the text in Strata instead.`,
  close: 'Close this page',
} as const;
