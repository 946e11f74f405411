import { isObject, objectsIn, textOf, timeOf, type Fields } from '../foreignMessage';
import { markdownOfHtml } from './htmlText';
import { discussionOf, type ConversationImporter, type Item } from './importer';
import { paragraphs, quoted } from './quoted';

/**
 * Google Takeout, My Activity, Gemini Apps as JSON: one record for each prompt with its answer, the newest first. It does
 * not say which belong to one chat, so they are read as one discussion for each day.
 */
export const geminiTakeout: ConversationImporter = {
  name: 'Gemini activity',
  read({ data }) {
    if (!Array.isArray(data) || !data.some(isActivity)) return undefined;
    const begin = beginOf(data);
    const days = new Map<string, Item[]>();
    for (const record of data.toReversed() as unknown[]) {
      const day = (isObject(record) && textOf(record['time']).slice(0, DAY)) || '';
      const items = days.get(day) ?? [];
      items.push(...itemsOf(record, begin));
      days.set(day, items);
    }
    return [...days].map(([day, items]) => discussionOf(day === '' ? '' : `Gemini, ${day}`, items)).reverse();
  },
};

/** UTF-16 units of the date in an ISO time. */
const DAY = 10;

function isActivity(record: unknown): record is Fields {
  return (
    isObject(record) && typeof record['title'] === 'string' && /Gemini|Bard/.test(textOf(record['header']))
  );
}

/**
 * The words before each prompt, if all begin with the same ones and a colon. They depend on the language of the account.
 */
function beginOf(records: readonly unknown[]): string {
  const titles = records.flatMap((record) =>
    isActivity(record) && Array.isArray(record['safeHtmlItem']) ? textOf(record['title']) : [],
  );
  const [begin = ''] = /^[^:\n]{1,40}:\s/.exec(titles[0] ?? '') ?? [];
  return titles.length > 1 && titles.every((title) => title.startsWith(begin)) ? begin : '';
}

/** A question and its answer. Other records say, for example, that a feature was used. */
function itemsOf(record: unknown, begin: string): readonly Item[] {
  if (!isActivity(record)) return ['unreadable'];
  const { title, time: stamp, safeHtmlItem: answers, attachedFiles, imageFile } = record;
  // Only a prompt has answers.
  const [asked] = ASKED.exec(textOf(title)) ?? (Array.isArray(answers) ? [begin] : []);
  if (asked === undefined) return ['hidden'];
  const time = timeOf(stamp);
  const shared = time !== undefined && { time };
  const files = [...(Array.isArray(attachedFiles) ? attachedFiles : []), imageFile].filter(
    (each) => typeof each === 'string',
  );
  return [
    {
      role: 'User',
      content: paragraphs([textOf(title).slice(asked.length), ...files.map((file) => quoted('file', file))]),
      ...shared,
    },
    {
      role: 'AI',
      content: paragraphs(objectsIn(answers).map(({ html }) => markdownOfHtml(textOf(html)))),
      ...shared,
    },
  ];
}

const ASKED = /^(?:Prompted(?: with:)?|Asked(?: (?:Gemini|Bard):)?|Said|Branched|Answered)\s/;
