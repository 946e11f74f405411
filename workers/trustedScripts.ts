/**
 * Under `require-trusted-types-for 'script'` a worker starts from a string only through a policy of this realm.
 * The bundler writes `new Worker(new URL(...))`, so the default policy has to let the app's own scripts pass.
 */
interface TrustedTypePolicyFactory {
  readonly defaultPolicy: unknown;
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown;
}

/** Lets scripts of the app's own origin start workers, and nothing else. Does nothing where the browser has no Trusted Types. */
export function trustOwnScripts(): void {
  // The compiler's libraries do not know Trusted Types yet.
  const factory = (globalThis as { trustedTypes?: TrustedTypePolicyFactory }).trustedTypes;
  if (factory === undefined || factory.defaultPolicy !== null) return;
  factory.createPolicy('default', { createScriptURL: ownScript });
}

function ownScript(url: string): string {
  const { href, pathname } = new URL(url, location.href);
  // Compared as text, because the origin of a blob: address is that of the page that made it.
  if (!href.startsWith(`${location.origin}/`)) throw new TypeError(`not a script of this app: ${pathname}`);
  return url;
}
