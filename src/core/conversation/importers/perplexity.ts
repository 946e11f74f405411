import { openFenceAfter } from '../../compose/fence';
import { normalizeLineEnds } from '../../files/normalize';
import { UNKNOWN_ROLE } from '../roles';
import { discussionOf, type ConversationImporter, type Item } from './importer';

/** A thread that Perplexity has exported as Markdown: each question is a heading, and a rule ends each answer. */
export const perplexity: ConversationImporter = {
  name: 'Perplexity export',
  read({ text }) {
    if (!LOGO.test(text)) return undefined;
    const lines = normalizeLineEnds(text.toWellFormed()).split('\n');
    const read = readTurns(lines, true);
    const { turns } = read.isFenceOpen ? readTurns(lines, false) : read;
    return [discussionOf('', turns.flatMap(itemsOf))];
  },
};

const LOGO = /^\s*<img [^>\n]{0,500}pplx-full-logo/;

/** Ends an answer, and so does the logo. */
const RULE = /^---\s*$|<\/div>\s*$/;

/** Lays out the page, and so does the logo. */
const LAYOUT = /^<(?:span style="display:none"|div align="center")/;

interface Turn {
  /** Undefined for the text before the first question. */
  readonly asked: string | undefined;
  readonly lines: string[];
}

/** A heading within code is no question. */
function readTurns(lines: readonly string[], heedsFences: boolean) {
  const turns: Turn[] = [{ asked: undefined, lines: [] }];
  let fence = '';
  let last = '';
  for (const line of lines) {
    const isCode = fence !== '';
    if (heedsFences) fence = openFenceAfter(fence, line);
    if (!isCode && line.startsWith('# ') && (RULE.test(last) || LOGO.test(last)))
      turns.push({ asked: line.slice(2).trim(), lines: [] });
    else if (isCode || !(LAYOUT.test(line) || LOGO.test(line))) turns.at(-1)?.lines.push(line);
    if (line.trim() !== '') last = line;
  }
  return { turns, isFenceOpen: fence !== '' };
}

function itemsOf({ asked, lines }: Turn): readonly Item[] {
  const content = lines
    .join('\n')
    .trim()
    .replace(/(?:^|\n)---$/, '')
    .trim();
  if (asked === undefined) return content === '' ? [] : [{ role: UNKNOWN_ROLE, content }];
  return [
    { role: 'User', content: asked },
    { role: 'AI', content },
  ];
}
