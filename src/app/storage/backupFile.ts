/**
 * A backup as a file: JSON and, if it has attachments, their bytes after it. Bytes are neither encoded nor read at once, so a
 * backup may be as large as everything that the browser stores.
 */

/** Begins a file with attachments: `strata-everything 1234`, a line end, so many bytes of JSON, and the attachments. */
const HEAD = /^strata-everything (\d{1,12})\n/;

/** Bytes that are read to find the head. */
const MOST_HEAD = 40;

export function joinedFile(json: string, attached: readonly Blob[]): Blob {
  if (attached.length === 0) return new Blob([json], { type: 'application/json' });
  const text = new Blob([json]);
  return new Blob([`strata-everything ${text.size}\n`, text, ...attached]);
}

interface BackupParts {
  readonly json: Blob;
  /** The bytes of all attachments, one after the other. */
  readonly attached: Blob;
}

export async function splitFile(file: Blob): Promise<BackupParts> {
  const [head = '', size = ''] = HEAD.exec(await file.slice(0, MOST_HEAD).text()) ?? [];
  if (head === '') return { json: file, attached: new Blob() };
  const end = head.length + Number(size);
  return { json: file.slice(head.length, end), attached: file.slice(end) };
}

/** Cuts bytes into blobs of these sizes and types. Undefined if the sizes are not those of the bytes. */
export function cutBlobs(
  attached: Blob,
  parts: readonly { readonly bytes: number; readonly type: string }[],
): readonly Blob[] | undefined {
  const blobs: Blob[] = [];
  let from = 0;
  for (const { bytes, type } of parts) {
    blobs.push(attached.slice(from, from + bytes, type));
    from += bytes;
  }
  return from === attached.size ? blobs : undefined;
}
