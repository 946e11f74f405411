import { openFenceAfter } from '../../compose/fence';
import { normalizeLineEnds } from '../../files/normalize';
import { timeOf } from '../foreignMessage';
import { discussionOf, type ConversationImporter, type Item } from './importer';

/** `.aider.chat.history.md`: prompts are headings of level four, and aider's own output is quoted. */
export const aiderHistory: ConversationImporter = {
  name: 'aider history',
  read({ text }) {
    const [before = '', ...sessions] = normalizeLineEnds(text.toWellFormed()).split(
      /^# aider chat started at (?=\d)/m,
    );
    if (sessions.length === 0 || before.trim() !== '') return undefined;
    return sessions.map((session) => discussionOf('', itemsOf(session.split('\n'))));
  },
};

/** The first line is the time at which the session began. */
function itemsOf([stamp = '', ...lines]: readonly string[]): readonly Item[] {
  const time = timeOf(stamp.trim());
  const items: Item[] = [];
  let kind: Kind = 'output';
  let written: string[] = [];
  const end = () => {
    const content = written.join('\n').trim();
    if (content !== '' && kind === 'output') items.push('hidden');
    else if (content !== '')
      items.push({ role: kind === 'asked' ? 'User' : 'AI', content, ...(time !== undefined && { time }) });
    written = [];
  };
  const hasBlanks = lines.some((line) => line.startsWith('####') && line.endsWith('  '));
  let fence = '';
  for (const [at, line] of lines.entries()) {
    // aider ends each line of a prompt with two blanks, which an editor may have removed.
    const isPrompt = line.startsWith('####') && (hasBlanks ? line.endsWith('  ') : fence === '');
    const next: Kind = isPrompt ? 'asked' : fence === '' ? (kindOf(line, lines, at) ?? kind) : kind;
    if (next !== kind) {
      end();
      kind = next;
    }
    fence = kind === 'answered' ? openFenceAfter(fence, line) : '';
    written.push(kind === 'asked' ? line.replace(/^#### ?/, '').trimEnd() : line);
  }
  end();
  return items;
}

type Kind = 'asked' | 'answered' | 'output';

/** Undefined for a blank line. aider ends each line that it prints with two blanks; a quote of the model goes on. */
function kindOf(line: string, lines: readonly string[], at: number): Exclude<Kind, 'asked'> | undefined {
  if (line.trim() === '') return undefined;
  if (!line.startsWith('>')) return 'answered';
  const next = lines
    .slice(at + 1, at + MOST_QUOTED)
    .find((each) => each.trim() !== '' && !each.startsWith('>'));
  return line.endsWith('  ') || next === undefined || next.startsWith('####') ? 'output' : 'answered';
}

/** Lines in which the end of a quote is looked for. */
const MOST_QUOTED = 50;
