/** A reader of updates that knows only the earlier blocks and the update's text, as a model does. */
import { Parser } from 'commonmark';
import { escapePath, unescapePath } from '../../src/core/compose/escapePath';

interface BodyOfBlock {
  readonly key: string;
  readonly body: string;
}

/** Bodies by what they are about, except the task; messages in their order. */
export type Contents = ReadonlyMap<string, string>;

export function contentsOf(blocks: readonly BodyOfBlock[]): Contents {
  let messages = 0;
  return new Map(
    blocks.map(({ key, body }) => [key.startsWith('history:') ? `message ${(messages += 1)}` : key, body]),
  );
}

/** The contents of a document after an update. Throws if the update does not fit it. */
export function appliedUpdate(base: readonly BodyOfBlock[], update: string): Contents {
  const [head = '', ...printed] = piecesOf(update);
  const contents = new Map(contentsOf(base));
  contents.delete('section:task');
  const texts = new Map(printed.map((piece) => [idOf(piece), withoutLead(piece)]));
  must(texts.size === printed.length, 'two blocks are about the same');
  const take = (id: string): string | undefined => {
    const text = texts.get(id);
    texts.delete(id);
    return text;
  };
  for (const { id, what, from, isDiff } of linesOf(head)) {
    const text = take(id);
    const old = contents.get(from ?? id);
    must((old === undefined) === (what === 'added'), `${id} can't be ${what}`);
    if (what === 'removed' || from !== undefined) contents.delete(from ?? id);
    if (what === 'removed') must(text === undefined, `${id} is removed, but printed`);
    else if (from !== undefined) contents.set(id, text ?? movedTo(id, old ?? ''));
    else contents.set(id, isDiff ? patched(old ?? '', text ?? '') : (text ?? 'not printed'));
  }
  const task = take('section:task');
  if (task !== undefined) contents.set('section:task', task);
  must(texts.size === 0, `printed, but not listed: ${[...texts.keys()].join()}`);
  return contents;
}

/** The blocks as printed, with leads. */
function piecesOf(update: string): readonly string[] {
  const lines = update.split('\n');
  const pieces: string[] = [];
  let start = 0;
  for (let node = new Parser().parse(update).firstChild; node !== null; node = node.next) {
    if (node.type !== 'thematic_break') continue;
    const rule = node.sourcepos[0][0] - 1;
    pieces.push(lines.slice(start, rule - 1).join('\n'));
    start = rule + 2;
  }
  return [...pieces, lines.slice(start, -1).join('\n')];
}

const LEAD =
  /^## (?:Files(?: \(Summary\))?|Discussion History|Symbol Map(?=\n\n[`~]+text\n(?:# legend |.*:\n)))\n\n/;

function withoutLead(piece: string): string {
  return piece.replace(LEAD, '');
}

function idOf(piece: string): string {
  const [first = '', second = ''] = withoutLead(piece).split('\n', 2);
  if (/^[`~]{3}/.test(first))
    return second.startsWith('# legend')
      ? 'section:symbolMap'
      : `symbol:${unescapePath(second.slice(0, -1))}`;
  const path = /^### `(.*)`$/.exec(first)?.[1];
  if (path !== undefined) return `file:${unescapePath(path)}`;
  return idOfName(first.replace(/^#+ /, ''));
}

function idOfName(name: string): string {
  return name.startsWith('Discussion Excerpt ')
    ? `message ${name.slice('Discussion Excerpt '.length)}`
    : `section:${SECTION_IDS[name]}`;
}

const SECTION_IDS: Readonly<Record<string, string>> = {
  ...{ Instructions: 'instructions', 'File Tree': 'fileTree', Task: 'task' },
  ...{ 'Symbol Map': 'symbolMap', 'Symbol Map legend': 'symbolMap' },
  ...{ 'Beads Issues': 'beads', 'Beads Mode: Progress Track': 'beads' },
};

export interface UpdateLine {
  /** `file:PATH`, `symbol:PATH`, `section:ID`, or `message N`. */
  readonly id: string;
  readonly what: string;
  readonly from: string | undefined;
  readonly isDiff: boolean;
}

function linesOf(head: string): readonly UpdateLine[] {
  const [title, , sentence = '', , ...lines] = head.split('\n');
  must(title === '## Update', 'an update begins with its heading');
  const sentences = lines.length === 0 ? /^Nothing .* has changed\.$/ : /^This updates /;
  must(sentences.test(sentence), `not the sentence of such an update: ${sentence}`);
  return linesIn(lines);
}

/** What the lines of an update's list say. Throws for a line that says nothing. */
export function linesIn(lines: readonly string[]): readonly UpdateLine[] {
  return lines.map((line) => {
    const [, map, path, name = '', what = '', from, diff] =
      /^- (?:(map of )?`([^`]+)`|([^`]+)): (added|changed|removed|now [a-z ]+|moved from `([^`]+)`)( \(diff\))?$/.exec(
        line,
      ) ?? [];
    if (what === '') throw new Error(`not a line of the list: ${line}`);
    const kind = map === undefined ? 'file' : 'symbol';
    return {
      id: path === undefined ? idOfName(name) : `${kind}:${unescapePath(path)}`,
      what,
      from: from && `file:${unescapePath(from)}`,
      isDiff: diff !== undefined,
    };
  });
}

function movedTo(id: string, old: string): string {
  return `### \`${escapePath(id.slice('file:'.length))}\`${old.slice(old.indexOf('\n'))}`;
}

/** Applies a strict patch to the fenced text of a block. */
function patched(old: string, diff: string): string {
  const oldLines = old.split('\n');
  const diffLines = diff.split('\n');
  must(diffLines[0] === oldLines[0], 'a diff has the heading of its file');
  must(/^(`+|~+)diff$/.test(diffLines[2] ?? ''), 'a diff is in a fence');
  const name = escapePathOf(oldLines[0] ?? '');
  must(diffLines[3] === `--- a/${name}` && diffLines[4] === `+++ b/${name}`, 'a diff names its file');
  const text = patchedLines(oldLines.slice(3, -1), diffLines.slice(5, -1));
  return [...oldLines.slice(0, 3), ...text, ...oldLines.slice(-1)].join('\n');
}

function escapePathOf(heading: string): string {
  return heading.slice('### `'.length, -1);
}

/** Applies the hunks of a unified diff, all of whose lines must fit. */
export function patchedLines(old: readonly string[], patch: readonly string[]): readonly string[] {
  const result: string[] = [];
  let at = 0;
  for (let next = 0; next < patch.length;) {
    const [start, oldCount, , newCount] = (
      /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@$/.exec(patch[next++] ?? '') ?? []
    )
      .slice(1)
      .map(Number) as [number, number, number, number];
    const first = oldCount === 0 ? start : start - 1;
    result.push(...old.slice(at, first));
    at = first;
    for (let left = oldCount, right = newCount; left > 0 || right > 0;) {
      const line = patch[next++] ?? '';
      const [sign, text] = [line.charAt(0), line.slice(1)];
      if (sign !== '+') {
        must(old[at++] === text, `the diff does not fit: ${line}`);
        left -= 1;
      }
      if (sign !== '-') {
        result.push(text);
        right -= 1;
      }
    }
  }
  return [...result, ...old.slice(at)];
}

function must(isTrue: boolean, otherwise: string): void {
  if (!isTrue) throw new Error(otherwise);
}
