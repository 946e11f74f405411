/** Calls of an editor tool in JSON: `old_str` and `new_str`, a list of `edits`, or a whole text. */
import * as v from 'valibot';
import { decoded } from '../decodings';
import type { Hunk, ReplyEdit } from '../replyEdit';
import { hunkOfSides } from '../reading/hunkOfSides';

const text = v.optional(v.string());

const replacement = v.object({
  old_str: text,
  old_string: text,
  oldText: text,
  new_str: text,
  new_string: text,
  newText: text,
});

const call = v.object({
  ...replacement.entries,
  path: text,
  file_path: text,
  filePath: text,
  filename: text,
  command: text,
  file_text: text,
  content: text,
  insert_line: v.optional(v.number()),
  insert_text: text,
  edits: v.optional(v.array(replacement)),
});

/** How tools wrap their arguments. */
const wrapped = v.union([
  v.pipe(
    v.object({ input: call }),
    v.transform(({ input }) => input),
  ),
  v.pipe(
    v.object({ arguments: call }),
    v.transform(({ arguments: own }) => own),
  ),
  v.pipe(
    v.object({ parameters: call }),
    v.transform(({ parameters }) => parameters),
  ),
  call,
]);

type Call = v.InferOutput<typeof call>;

const NAME = 'str-replace';

/** The edits of a text in JSON. Undefined if it is not made of calls that edit. `lines` are those of the reply. */
export function readCalls(
  json: string,
  { path, from, to }: { readonly path: string | undefined; readonly from: number; readonly to: number },
): readonly ReplyEdit[] | undefined {
  const parsed = parsedJson(json);
  const list = v.safeParse(v.array(wrapped), Array.isArray(parsed) ? parsed : [parsed]);
  if (!list.success) return undefined;
  const edits = list.output.map((each) => editOf(each, path));
  if (edits.length === 0 || edits.includes(undefined)) return undefined;
  return edits.flatMap((edit) => (edit === undefined ? [] : { format: NAME, from, to, ...edit }));
}

/** The name of an argument of a call. */
export const CALL_KEY = /["“”](?:command|(?:file_?)?path|filename|old_str(?:ing)?|edits)["“”]\s*:/i;

/** Whether a text may be such calls, even if it can't be parsed. */
export function looksLikeCalls(json: string): boolean {
  return (
    /^\s*[[{]/.test(json) &&
    /["“”](?:old_str|old_string|oldText|new_str|new_string|newText|file_text|insert_line)["“”]\s*:/.test(json)
  );
}

type Edit = ReplyEdit extends infer E
  ? E extends ReplyEdit
    ? Omit<E, 'format' | 'from' | 'to'>
    : never
  : never;

function editOf(one: Call, pathAbove: string | undefined): Edit | undefined {
  const path = one.path ?? one.file_path ?? one.filePath ?? one.filename ?? pathAbove;
  if (path === undefined || path === '') return undefined;
  if (one.command === 'create' && one.file_text !== undefined)
    return { path, kind: 'write', text: one.file_text, isNew: true };
  if (one.command === 'insert' && one.insert_line !== undefined) {
    const added = linesIn(one.insert_text ?? one.new_str ?? '');
    const line = Math.max(1, one.insert_line + 1);
    return {
      path,
      kind: 'change',
      isInOrder: false,
      hunks: [{ lines: added.map((own) => ({ op: 'add', text: own })), line }],
    };
  }
  const hunks = (one.edits ?? [one]).map(hunkOf);
  if (hunks.includes(undefined)) return undefined;
  const creates = one.edits === undefined && oldOf(one) === '';
  if (creates) return { path, kind: 'write', text: newOf(one) ?? '', isNew: true };
  return { path, kind: 'change', isInOrder: false, hunks: hunks.filter((hunk) => hunk !== undefined) };
}

type Strings = v.InferOutput<typeof replacement>;

function hunkOf(one: Strings): Hunk | undefined {
  const [old, present] = [oldOf(one), newOf(one)];
  return old === undefined || present === undefined
    ? undefined
    : { lines: hunkOfSides(linesIn(old), linesIn(present)) };
}

function oldOf({ old_str, old_string, oldText }: Strings): string | undefined {
  return old_str ?? old_string ?? oldText;
}

function newOf({ new_str, new_string, newText }: Strings): string | undefined {
  return new_str ?? new_string ?? newText;
}

/** Without the line end that may be at the end of one of both texts only. */
function linesIn(whole: string): readonly string[] {
  return whole === '' ? [] : whole.replace(/\r?\n$/, '').split(/\r?\n/);
}

/** Models write line ends and tabs into strings as they are. Copies change what is behind lines, and all quotes. */
function parsedJson(json: string): unknown {
  const ended = json.replaceAll(/[\u200b-\u200d\u2060\ufeff]+$/gm, '');
  const quoted = ended.includes('"') ? ended : decoded(ended, 'quotes');
  for (const tried of [quoted, quoted.replaceAll(/"(?:[^"\\]|\\.)*"/gs, escapeControls)])
    try {
      return JSON.parse(tried) as unknown;
    } catch {
      continue;
    }
  return undefined;
}

function escapeControls(string: string): string {
  return string.replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t');
}
