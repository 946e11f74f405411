import { forgePlace } from './forge';
import { urlParts } from './urlParts';

export type UrlClass = 'repository' | 'file' | 'issue' | 'pull' | 'documentation' | 'page';

/** What an address leads to, by its host and path alone. */
export function classifyUrl(url: string): UrlClass {
  const parts = urlParts(url);
  if (parts === undefined) return 'page';
  const { hostname, segments } = parts;
  if (RAW_HOSTS.has(hostname) && segments.length > 1) return 'file';
  const place = forgePlace(parts);
  switch (place?.kind) {
    case 'repository':
    case 'folder':
      return 'repository';
    case 'file':
    case 'issue':
    case 'pull':
      return place.kind;
    case 'wiki':
      return 'documentation';
    case undefined:
      return DOCUMENTED_HOST.test(hostname) ||
        segments.slice(0, -1).some(isDocumentation) ||
        isDocumentation(segments.at(-1) ?? '')
        ? 'documentation'
        : 'page';
  }
}

const RAW_HOSTS = new Set(['raw.githubusercontent.com', 'gist.github.com', 'gist.githubusercontent.com']);

const DOCUMENTED_HOST =
  /^(?:docs?|developers?|devdocs|help|learn|manual|reference|wiki)\.|(?:^|\.)(?:docs\.rs|readthedocs\.(?:io|org)|github\.io|gitlab\.io|gitbook\.io|pkg\.go\.dev|man7\.org|wikipedia\.org)$/;

function isDocumentation(segment: string): boolean {
  return /^(?:api-?docs?|docs?|documentation|guides?|handbook|manual|reference|wiki)$/i.test(segment);
}
