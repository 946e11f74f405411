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

/** @type {Readonly<Record<string, string>>} */
export const responseHeaders = {
  'Content-Security-Policy': contentSecurityPolicy.join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Sends the headers with every response of the preview server, "not found" included, and writes the policy into
 * the page as well, for hosts that cannot send headers.
 * @returns {import('vite').Plugin}
 */
export function securityHeaders() {
  return {
    name: 'strata:security-headers',
    configurePreviewServer(server) {
      server.middlewares.use((_request, response, next) => {
        for (const [name, value] of Object.entries(responseHeaders)) response.setHeader(name, value);
        next();
      });
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (_html, context) => (context.server === undefined ? [policyTag] : []),
    },
  };
}

/** @type {import('vite').HtmlTagDescriptor} */
const policyTag = {
  tag: 'meta',
  attrs: {
    'http-equiv': 'Content-Security-Policy',
    // Browsers take this one directive from a header only, and complain when a page states it.
    content: contentSecurityPolicy.filter((directive) => !directive.startsWith('frame-ancestors')).join('; '),
  },
  injectTo: 'head-prepend',
};
