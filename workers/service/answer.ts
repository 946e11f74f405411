export interface PageSources {
  readonly network: () => Promise<Response>;
  readonly stored: () => Promise<Response | undefined>;
  /** Resolves when the network has had its chance. */
  readonly patience: () => Promise<void>;
}

/**
 * The page comes from the network, so that a new release shows on the next visit. It comes from the stored release if
 * the network is down or slow, or answers with anything but the page: an error, a redirect to a login, a captive
 * portal. Without a stored release, the browser gets the network's answer unchanged.
 */
export async function answerPage({ network, stored, patience }: PageSources): Promise<Response> {
  const answer = network().catch(() => undefined);
  const online = answer.then(async (response) =>
    response !== undefined && (await isOurs(response)) ? response : undefined,
  );
  const inTime = await Promise.race([online, patience().then(() => undefined)]);
  return inTime ?? (await stored()) ?? (await answer) ?? Response.error();
}

/** Every release of the app's page has this line; see index.html. */
const MARK = '<meta name="application-name" content="Strata"';

async function isOurs(response: Response): Promise<boolean> {
  // A page cut off in transit does not count.
  const text = await response
    .clone()
    .text()
    .catch(() => '');
  return response.ok && text.includes(MARK);
}
