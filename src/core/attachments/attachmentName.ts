/** A name for new data, such as `image-2.png`: numbered by kind, and not among those taken. */
export function attachmentName(type: string, taken: ReadonlySet<string>): string {
  const { stem, extension } = wordsFor(type);
  for (let number = 1; ; number += 1) {
    const name = `${stem}-${number}.${extension}`;
    if (!taken.has(name)) return name;
  }
}

function wordsFor(type: string): { readonly stem: string; readonly extension: string } {
  const [kind = '', subtype = ''] = type.split('/');
  const extension = EXTENSIONS[type];
  if (kind === 'image' || kind === 'audio' || kind === 'video')
    return { stem: kind, extension: extension ?? plain(subtype) };
  if (type === 'application/pdf') return { stem: 'document', extension: 'pdf' };
  if (kind === 'text' || type === 'application/json') return { stem: 'text', extension: extension ?? 'txt' };
  return { stem: 'data', extension: extension ?? 'bin' };
}

function plain(subtype: string): string {
  return /^[a-z0-9]{1,8}$/.test(subtype) ? subtype : 'bin';
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'audio/mpeg': 'mp3',
  'application/json': 'json',
  'application/zip': 'zip',
  'text/html': 'html',
  'text/css': 'css',
  'text/csv': 'csv',
  'text/javascript': 'js',
};
