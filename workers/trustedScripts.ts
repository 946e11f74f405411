/**
 * Under `require-trusted-types-for 'script'`, starting a worker from a string takes a policy of this realm. The bundler
 * writes `new Worker(new URL(...))`, so the default policy must accept the app's own scripts.
 */
interface TrustedTypePolicyFactory {
  readonly defaultPolicy: unknown;
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown;
}

/** Lets only scripts of the app's own origin start workers. Does nothing in browsers without Trusted Types. */
export function trustOwnScripts(): void {
  // TypeScript's libraries lack Trusted Types.
  const factory = (globalThis as { trustedTypes?: TrustedTypePolicyFactory }).trustedTypes;
  if (factory === undefined || factory.defaultPolicy !== null) return;
  factory.createPolicy('default', { createScriptURL: ownScript });
}

function ownScript(url: string): string {
  const { href, pathname } = new URL(url, location.href);
  // Compared as text, because a blob: address has the origin of the page that created it.
  if (!href.startsWith(`${location.origin}/`)) throw new TypeError(`not a script of this app: ${pathname}`);
  return url;
}
