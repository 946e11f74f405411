/** The parts of a saved chat that are not messages: front matter, titles, dates, and the exporter's name. */

interface Head {
  /** Empty if it has none. */
  readonly title: string;
  /** Empty if it has nothing but facts about the chat. */
  readonly text: string;
}

/** Reads the lines before the first label. */
export function readHead(lines: readonly string[]): Head {
  const first = lines.findIndex((line) => line.trim() !== '');
  const end =
    lines[first]?.trim() === '---' ? lines.findIndex((line, at) => at > first && line.trim() === '---') : -1;
  const front = end < 0 ? [] : lines.slice(first + 1, end);
  const isFront =
    front.length > 0 &&
    front.every((line) => line.trim() === '' || /^[ \t]*(?:[\w -]{1,40}:|- |#)/.test(line));
  const rest = isFront ? lines.slice(end + 1) : lines;
  const named = front.flatMap((line) => /^title:[ \t]*(.*)$/i.exec(line)?.[1] ?? []).at(0);
  const heading = rest.flatMap((line) => /^# {1,4}(.*)$/.exec(line)?.[1] ?? []).at(0);
  const title = (isFront ? named?.trim().replace(/^(["'])(.*)\1$/, '$2') : undefined) ?? heading ?? '';
  const isBare = rest.every((line) => FACT.test(line.trim()));
  return { title: isBare ? title.trim() : '', text: isBare ? '' : lines.join('\n').trim() };
}

/** A line that holds no text of a message: a heading, a rule, a list of links, `**Created:** …`, `_Exported on …_`. */
const FACT =
  /^(?:|#{1,6} .*|[-*_=]{3,}|(?:[-*+] )?\[.{0,300}\]\(.{0,1000}\)|[*_]*[\p{L} ]{1,30}:[*_]{1,3}.*|[*_> ]*(?:created|updated|exported|date|link|source|url|model|author|messages|id|time)\b.{0,300})$/iu;

/** Text without a line at its start that has only a time, and that time. */
export function withoutStamp(text: string): readonly [text: string, stamp: string] {
  const [line = ''] = /^[^\n]{0,90}/.exec(text) ?? [];
  const [, stamp = ''] = /^>? ?[*_([]{0,3}([^*_()[\]]{4,60})[*_)\]]{0,3}$/.exec(line.trim()) ?? [];
  if (!isTime(stamp)) return [text, ''];
  return [
    text
      .slice(line.length)
      .replace(/^[ \t]*(?:\n>?[ \t]*(?=\n|$)){0,3}/, '')
      .replace(/^\n/, ''),
    stamp,
  ];
}

/** Text without the line that names its exporter. */
export function withoutFooter(text: string): string {
  const from = text.lastIndexOf('\n---\n');
  const foot = from < 0 ? '' : text.slice(from + '\n---\n'.length).trim();
  return FOOTER.test(foot) ? text.slice(0, from).trimEnd() : text;
}

const FOOTER = /^[*_>[(]{0,3}(?:powered|exported|generated|created|saved|downloaded)\b[^\n]{0,300}$/i;

/** Whether a text is a date, a time, or both, and nothing else. */
export function isTime(text: string): boolean {
  return (
    text.length < MAX_TIME &&
    /\d[:./-]\d|\d{1,2},? \d{4}/.test(text) &&
    text.split(WORD).every((part) => SEPARATORS.test(part))
  );
}

const MAX_TIME = 80;

const WORD =
  /\d+|\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|am|pm|at|utc|gmt|t|z|st|nd|rd|th)\b/i;
const SEPARATORS = /^[\s:./,+\u202f-]*(?:[ap]\.?m\.?|[tz])?[\s:./,+\u202f-]*$/i;
