import { normalizeLineEnds } from '../../files/normalize';
import { paragraphs } from './quoted';
import { discussionOf, type ConversationImporter, type Item } from './importer';

/** A thread that Perplexity has exported as Markdown: each question is a heading, and a rule ends each answer. */
export const perplexity: ConversationImporter = {
  name: 'Perplexity export',
  read({ text }) {
    if (!/^\s*<img [^>\n]{0,500}pplx-full-logo/.test(text)) return undefined;
    const [, ...written] = `\n${normalizeLineEnds(text.toWellFormed())}`.split(
      /(?<=^|<\/div>\s{0,20}|\n---\s{0,20}|>\s{0,20})\n# (?=[^\n]*\n)/,
    );
    const items = written.flatMap((each): readonly Item[] => {
      const [asked = '', ...answer] = each.split('\n');
      const shown = answer.filter((line) => !/^<(?:span style="display:none"|div align="center")/.test(line));
      return [
        { role: 'User', content: asked.trim() },
        {
          role: 'AI',
          content: paragraphs([
            shown
              .join('\n')
              .trim()
              .replace(/\n---$/, ''),
          ]),
        },
      ];
    });
    return [discussionOf('', items)];
  },
};
