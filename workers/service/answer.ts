export interface PageSources {
  readonly network: () => Promise<Response>;
  readonly stored: () => Promise<Response | undefined>;
  /** Resolves when the network has had its chance. */
  readonly patience: () => Promise<void>;
}

/**
 * The page comes from the network, so that a new release shows at the next visit; from the stored release when the
 * network is gone, slow, or answers with anything but the page (an error, a redirect to a login).
 */
export async function answerPage({ network, stored, patience }: PageSources): Promise<Response> {
  const online = network().then(
    (response) => (response.ok ? response : undefined),
    () => undefined,
  );
  const inTime = await Promise.race([online, patience().then(() => undefined)]);
  return inTime ?? (await stored()) ?? (await online) ?? Response.error();
}
