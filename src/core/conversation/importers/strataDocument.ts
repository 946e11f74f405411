import { parseBlocks } from '../../compose/openMarkdown';
import { normalizeLineEnds } from '../../files/normalize';
import { parseMessage } from '../printedMessage';
import type { ConversationImporter } from './importer';

/** A document with a discussion, or the excerpts of one, as the document shows them. */
export const strataDocument: ConversationImporter = {
  name: 'Strata document',
  read({ text }) {
    const written = normalizeLineEnds(text.toWellFormed()).trim();
    if (!BEGINS_DOCUMENT.test(written) || !EXCERPT.test(written)) return undefined;
    const messages = excerptsOf(written).map(parseMessage);
    const read = messages.filter((message) => message !== undefined);
    return read.length === 0 || read.length < messages.length ? undefined : [{ title: '', messages: read }];
  },
};

const BEGINS_DOCUMENT =
  /^(?:## (?:Instructions|File Tree|Symbol Map|Files|Discussion History)|### Discussion Excerpt \d+)\b/;
const EXCERPT = /^### Discussion Excerpt (\d+)$/m;

/** The texts below the headings of excerpts, which a parser sees at top level, and which count up. */
function excerptsOf(text: string): readonly string[] {
  const lines = text.split('\n');
  const excerpts: string[] = [];
  let start: number | undefined;
  let number: number | undefined;
  const end = (line: number) => {
    if (start !== undefined) excerpts.push(lines.slice(start, line).join('\n').replace(/^\n+/, '').trimEnd());
    start = undefined;
  };
  for (let node = parseBlocks(text).firstChild; node !== null; node = node.next) {
    if (node.type !== 'heading') continue;
    const [line] = node.sourcepos[0];
    const heading = lines[line - 1] ?? '';
    const found = EXCERPT.exec(heading)?.[1];
    const isSeparated = node.prev?.type === 'thematic_break';
    const isNext =
      found !== undefined && (number === undefined || (isSeparated && Number(found) === number + 1));
    const isEnd = isSeparated && heading === '## Task';
    if (!isNext && !isEnd) continue;
    // The rule before it, with a blank line around it, separates them.
    end(line - 3);
    if (!isNext) continue;
    start = line;
    number = Number(found);
  }
  end(lines.length);
  return excerpts;
}
