/** The parts of an address, without their separators. The host and the scheme are in lower case. */
export interface UrlParts {
  readonly scheme: 'http' | 'https';
  /** With the port, if there is one. */
  readonly host: string;
  readonly hostname: string;
  /** The segments of the path that are not empty, as written. */
  readonly segments: readonly string[];
  readonly query: string;
  readonly hasLogin: boolean;
}

/** Undefined if it is no address of http or https. */
export function urlParts(url: string): UrlParts | undefined {
  const [, scheme, authority = '', path = '', query = ''] =
    /^(https?):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?/i.exec(url) ?? [];
  if (scheme === undefined) return undefined;
  const host = authority.slice(authority.lastIndexOf('@') + 1).toLowerCase();
  return {
    scheme: scheme.toLowerCase() === 'http' ? 'http' : 'https',
    ...{ host, hostname: host.replace(/:\d*$/, '') },
    segments: path.split('/').filter((segment) => segment !== ''),
    query,
    hasLogin: authority.includes('@'),
  };
}

/** Whether a host is this machine or in the same network. */
export function isNearHost(hostname: string): boolean {
  return (
    /^(?:localhost|\[::1\]|127(?:\.\d+){3}|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2})$/.test(
      hostname,
    ) || /\.(?:localhost|local|lan|internal|home\.arpa)$/.test(hostname)
  );
}
