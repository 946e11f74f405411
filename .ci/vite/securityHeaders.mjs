// The headers of every response. public/_headers repeats them for hosts that read that file.

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default svelte-trusted-html',
];

/** For the page that talks to an endpoint of the user's choice: it may connect, and needs little else. */
const endpointPolicy = contentSecurityPolicy
  .filter((directive) => !/^(?:worker|manifest)-src/.test(directive))
  .map((directive) => (directive.startsWith('connect-src') ? 'connect-src http: https:' : directive));

/** Browser features that the app never uses, denied so that no injected code can use them. */
const permissionsPolicy = [
  'accelerometer',
  'bluetooth',
  'browsing-topics',
  'camera',
  'encrypted-media',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'web-share',
  'window-management',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

export const ENDPOINT_PAGE = 'endpoint.html';

/** @type {Readonly<Record<string, string>>} */
export const responseHeaders = {
  'Content-Security-Policy': contentSecurityPolicy.join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': permissionsPolicy,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Headers that differ for some files, by path relative to the app's address.
 * @type {Readonly<Record<string, Readonly<Record<string, string>>>>}
 */
export const headersByPath = {
  [ENDPOINT_PAGE]: { 'Content-Security-Policy': endpointPolicy.join('; ') },
};

/**
 * Sends the headers with every response of the preview server, including "not found", and also writes the policy into
 * the page, for hosts that cannot send headers.
 * @returns {import('vite').Plugin}
 */
export function securityHeaders() {
  return {
    name: 'strata:security-headers',
    configurePreviewServer(server) {
      const { base } = server.config;
      server.middlewares.use((request, response, next) => {
        const path = (request.url ?? '').split(/[?#]/, 1)[0]?.replace(base, '') ?? '';
        const headers = { ...responseHeaders, ...headersByPath[path] };
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
        next();
      });
    },
    transformIndexHtml: {
      order: 'pre',
      handler(_html, { server, path }) {
        if (server !== undefined) return [];
        return [policyTag(path.endsWith(`/${ENDPOINT_PAGE}`) ? endpointPolicy : contentSecurityPolicy)];
      },
    },
  };
}

/**
 * @param {readonly string[]} policy
 * @returns {import('vite').HtmlTagDescriptor}
 */
function policyTag(policy) {
  // Browsers accept this one directive only in a header and complain if a page contains it.
  const content = policy.filter((directive) => !directive.startsWith('frame-ancestors')).join('; ');
  return {
    tag: 'meta',
    attrs: { 'http-equiv': 'Content-Security-Policy', content },
    injectTo: 'head-prepend',
  };
}
