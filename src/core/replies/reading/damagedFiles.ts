/** Files that were copied from a rendered chat, if no text of the workspace proves how they were. */
import { countOf } from '../decodings';
import { isIndentTrimmed } from '../placing/lostIndent';
import type { Hunk, NotUnderstood, ReplyEdit, ReplyPlan } from '../replyEdit';
import type { ReplyText } from './replyText';

/** The plan without edits whose text copying seems to have changed for good, which are listed as not understood. */
export function withoutDamagedFiles(plan: ReplyPlan, { lines, isFile }: ReplyText): ReplyPlan {
  const damaged: NotUnderstood[] = [];
  const edits = plan.edits.filter((edit) => {
    const isNew = edit.kind === 'write' && (edit.isNew === true || !isFile(edit.path));
    const change = hasButton(edit) ? 'fences' : isNew ? changeOf(edit) : undefined;
    if (change === undefined) return true;
    const { from, to } = edit;
    const text = lines.slice(from - 1, to).join('\n');
    const reason = `Copying seems to have changed its ${change}. Copy the reply as Markdown.`;
    damaged.push({ from, to, text, reason });
    return false;
  });
  if (damaged.length === 0) return plan;
  const notUnderstood = [...plan.notUnderstood, ...damaged].toSorted((one, other) => one.from - other.from);
  return { edits, notUnderstood };
}

/** Whether a text has the button of a block, in place of its fence. */
function hasButton(edit: ReplyEdit): boolean {
  const texts = edit.kind === 'write' ? [edit.text] : edit.kind === 'change' ? edit.hunks.map(newText) : [];
  return texts.some((text) => BUTTON.test(text));
}

function newText({ lines }: Hunk): string {
  return lines.map(({ text }) => text).join('\n');
}

const BUTTON = /^[a-z][\w+#-]*\nCopy code$/m;

function changeOf({ path, text }: ReplyEdit & { readonly kind: 'write' }): string | undefined {
  const lines = text.split('\n');
  if (lines.some((line) => /^[ \t]*\u00a0/.test(line))) return 'spaces';
  if (lines.some((line) => line.endsWith('\u200b'))) return 'line ends';
  if (lines.some((line) => countOf(line, 'entities') > 0) && !PLAIN_MARKUP.test(text)) return 'brackets';
  const hasQuotes = lines.some((line) => countOf(line, 'quotes') > 0) && !/["']/.test(text);
  if (hasQuotes && (!PROSE.test(path) || QUOTED_CODE.test(text))) return 'quotes';
  if (HAS_TABS.test(path) && /^ {2}/m.test(text) && !/^\t/m.test(text)) return 'tabs';
  const added = lines.map((line) => ({ op: 'add', text: line }) as const);
  return isIndentTrimmed(added) ? 'indentation' : undefined;
}

/** A copy with entities has none of these. */
const PLAIN_MARKUP = /[<>]|&(?!(?:\w+|#\w+);)/;

/** Texts may have typographic quotes themselves. */
const PROSE = /\.(?:md|mdx|markdown|txt|rst|adoc|tex|po|html?)$|(?:^|\/)[^.]+$/i;

/** An attribute or a key, as in the front matter of Markdown. */
const QUOTED_CODE = /\w=[\u2018-\u201f]|^\s*[\u2018-\u201f][^\u2018-\u201f\n]+[\u2018-\u201f]:/m;

/** Files whose tools indent with tabs. */
const HAS_TABS = /\.(?:go|mk)$|(?:^|\/)makefile$/i;
