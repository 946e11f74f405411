import { findLargeData, type LargeData } from '../../src/core/attachments/largeData';
import { oneLine } from '../../src/core/compose/escapePath';
import { writeDiscussion } from '../../src/core/conversation/conversationText';
import { extractLines } from '../../src/core/conversation/extract';
import type { ForeignFile } from '../../src/core/conversation/foreignMessage';
import type { ForeignDiscussion } from '../../src/core/conversation/importers/importer';
import type { ConversationsApi, FoundDiscussion, ReadMessage, TakenData, TextPieces } from './contract';
import { holdsExport, readImport, reasonOf, type Import } from './readImport';

/** Messages and UTF-16 units in one answer, so that the page receives each within a frame. */
const [MOST_MESSAGES, MOST_UNITS] = [500, 1_000_000];

/** Messages of a preview, and UTF-16 units of each. */
const [PREVIEWED, PREVIEW_LINE] = [5, 160];

/** UTF-16 units. */
const MOST_TITLE = 500;

export function createConversationsApi(): ConversationsApi {
  let found: Import | undefined;
  let last: Blob | undefined;
  return {
    async read(source) {
      found = undefined;
      last = source;
      const read = await readImport(source);
      if (last !== source) return { kind: 'refused', reason: 'another file was chosen' };
      if (read.kind === 'refused') return { kind: 'refused', reason: read.reason };
      found = read;
      const { format, discussions, empty, otherFiles, unread, unknown } = read;
      return {
        ...{ kind: 'found', format, empty, otherFiles, unread, unknown },
        discussions: discussions.map((each) => previewOf(each, discussions.length === 1 ? PREVIEWED : 0)),
      };
    },
    isExport: (source) => holdsExport(source),
    async messages(index, from) {
      const source = found;
      const batch: ReadMessage[] = [];
      let units = 0;
      for (const message of source?.discussions[index]?.messages.slice(from, from + MOST_MESSAGES) ?? []) {
        const { files = [], ...rest } = message;
        const { pieces, unread } = await attached(files, source);
        const content = [...piecesOf(message.content), ...pieces];
        batch.push({ ...rest, content, ...(unread.length > 0 && { unread }) });
        units += message.content.length;
        if (units > MOST_UNITS || files.length > 0) break;
      }
      return batch;
    },
    takeOut: (text) => Promise.resolve(piecesOf(text)),
    write: (discussion, format) => Promise.resolve(writeDiscussion(discussion, format)),
    extract: (messages, earlier) => Promise.resolve(extractLines(messages, earlier)),
  };
}

/** With the first messages only for a single discussion, because thousands of them would take the page too long. */
function previewOf(
  { title, messages, besides, leftOut = {}, shortened = 0 }: ForeignDiscussion,
  previewed: number,
): FoundDiscussion {
  const first = messages
    .slice(0, previewed)
    .map(({ role, content }) => ({ role, line: oneLine(content.slice(0, PREVIEW_LINE)) }));
  return {
    title: title.slice(0, MOST_TITLE).toWellFormed(),
    ...{ messages: messages.length, leftOut, shortened, first },
    ...(besides && { besides }),
  };
}

interface Attached {
  readonly pieces: TextPieces;
  readonly unread: readonly string[];
}

/** Files as links to data, below the text. A file that can't be read leaves its name. A file that is named again is read once. */
async function attached(files: readonly ForeignFile[], source: Import | undefined): Promise<Attached> {
  const pieces: (string | TakenData)[] = [];
  const unread: string[] = [];
  const read = source?.reader();
  const blobs = new Map<string, Promise<Blob> | undefined>();
  for (const { kind, name, path } of files) {
    const written = oneLine(name).replaceAll(/[[\]\\]/g, '\\$&');
    const type = typeOfName(path) ?? typeOfName(name) ?? 'application/octet-stream';
    try {
      if (!blobs.has(path)) blobs.set(path, read?.(path));
      const blob = await blobs.get(path);
      if (blob === undefined) continue;
      const mark = type.startsWith('image/') ? '!' : '';
      const data = { type, head: `data:${type};base64,`, blob: new Blob([blob], { type }) };
      pieces.push(`\n\n${mark}[${written}](`, data, ')');
    } catch (error) {
      pieces.push(`\n\n[${kind}: ${written}]`);
      unread.push(reasonOf(error));
    }
  }
  return { pieces, unread };
}

function typeOfName(name: string): string | undefined {
  return TYPES.get(/\.(\w{2,5})$/.exec(name)?.[1]?.toLowerCase() ?? '');
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ...['png', 'gif', 'webp', 'jpeg', 'avif'].map((each) => [each, `image/${each}`] as const),
  ['jpg', 'image/jpeg'],
  ['svg', 'image/svg+xml'],
  ['pdf', 'application/pdf'],
  ['wav', 'audio/wav'],
  ['mp3', 'audio/mpeg'],
  ['txt', 'text/plain'],
  ['md', 'text/markdown'],
  ['csv', 'text/csv'],
  ['json', 'application/json'],
]);

/** Takes the large data out of a text. */
function piecesOf(text: string): TextPieces {
  const pieces: (string | TakenData)[] = [];
  let done = 0;
  for (const data of findLargeData(text)) {
    if (data.from > done) pieces.push(text.slice(done, data.from));
    pieces.push(takenData(text, data));
    done = data.to;
  }
  if (done < text.length || pieces.length === 0) pieces.push(text.slice(done));
  return pieces;
}

/** Decodes base64 if encoding it again gives the same digits. */
function takenData(text: string, { from, to, type, digitsAt }: LargeData): TakenData {
  const digits = digitsAt === undefined ? undefined : text.slice(digitsAt, to);
  const bytes = digits === undefined ? undefined : bytesOf(digits);
  return bytes === undefined
    ? { type: plainType(type), blob: new Blob([text.slice(from, to)], { type: plainType(type) }) }
    : { type, head: text.slice(from, digitsAt), blob: new Blob([bytes], { type }) };

  function plainType(found: string): string {
    return digitsAt === undefined ? found : 'text/plain';
  }
}

function bytesOf(digits: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(digits);
    if (btoa(binary) !== digits) return undefined;
    return Uint8Array.from(binary, (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}
