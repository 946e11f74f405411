/** A name for new data, such as `image-2.png`: numbered by kind, and not among those taken. */
export function attachmentName(type: string, taken: ReadonlySet<string>): string {
  const { stem, extension } = wordsFor(type);
  for (let number = 1; ; number += 1) {
    const name = `${stem}-${number}.${extension}`;
    if (!taken.has(name)) return name;
  }
}

/** In UTF-16 units, without the number that makes a name free. */
const MAX_LENGTH = 100;

/** A file's own name, in the form that references allow, with a number if it is taken: `plan-2.pdf`. */
export function fileAttachmentName(
  { name, type }: { readonly name: string; readonly type: string },
  taken: ReadonlySet<string>,
): string {
  const dots = name
    .toWellFormed()
    .replace(/\.{2,}/g, '.')
    .replace(/^\.|\.$/g, '');
  const [, stem = '', extension = ''] = /^(.*?)(\.[^.]{1,12})?$/su.exec(dots) ?? [];
  const start = stem.slice(0, MAX_LENGTH).toWellFormed();
  if (start.trim() === '') return attachmentName(type, taken);
  for (let number = 1; ; number += 1) {
    const free = `${start}${number === 1 ? '' : `-${number}`}${extension}`;
    if (!taken.has(free)) return free;
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
