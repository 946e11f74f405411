import { findLargeData, type LargeData } from '../../src/core/attachments/largeData';
import { oneLine } from '../../src/core/compose/escapePath';
import { readConversation, writeDiscussion } from '../../src/core/conversation/conversationText';
import { extractLines } from '../../src/core/conversation/extract';
import type { ForeignDiscussion } from '../../src/core/conversation/importers/importer';
import type { ConversationsApi, FoundDiscussion, TakenData, TextPieces } from './contract';

/** Messages and UTF-16 units in one answer, so that the page receives each within a frame. */
const [MOST_MESSAGES, MOST_UNITS] = [500, 1_000_000];

/** Messages of a preview, and UTF-16 units of each. */
const [PREVIEWED, PREVIEW_LINE] = [5, 160];

/** UTF-16 units. */
const MOST_TITLE = 500;

export function createConversationsApi(): ConversationsApi {
  let found: readonly ForeignDiscussion[] = [];
  return {
    async read(source) {
      found = [];
      const read = readConversation(await source.text());
      if (read.kind === 'refused') return read;
      found = read.discussions;
      return { kind: 'found', format: read.format, discussions: found.map(previewOf) };
    },
    messages(index, from) {
      const batch = [];
      let units = 0;
      for (const message of found[index]?.messages.slice(from, from + MOST_MESSAGES) ?? []) {
        batch.push({ ...message, content: piecesOf(message.content) });
        units += message.content.length;
        if (units > MOST_UNITS) break;
      }
      return Promise.resolve(batch);
    },
    takeOut: (text) => Promise.resolve(piecesOf(text)),
    write: (discussion, format) => Promise.resolve(writeDiscussion(discussion, format)),
    extract: (messages, earlier) => Promise.resolve(extractLines(messages, earlier)),
  };
}

function previewOf({ title, messages, besides, leftOut = 0 }: ForeignDiscussion): FoundDiscussion {
  const first = messages
    .slice(0, PREVIEWED)
    .map(({ role, content }) => ({ role, line: oneLine(content.slice(0, PREVIEW_LINE)) }));
  return {
    title: title.slice(0, MOST_TITLE).toWellFormed(),
    ...{ messages: messages.length, leftOut, first },
    ...(besides && { besides }),
  };
}

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
