/** Lines of a pasted chat that say who speaks. */
import { isKnownRole, roleOf } from './roles';
import { isTime } from './transcriptHead';

export interface Label {
  readonly role: string;
  /** The text beside the label. */
  readonly rest: string;
  /** A time beside the label; empty for none. */
  readonly stamp: string;
  /** Equal for labels that are written alike. */
  readonly style: string;
}

/**
 * Reads a label such as `You said:`, `User: Hi`, `**User**: Hi`, `**User:** Hi`, `## 🤖 Assistant`, `[USER]`, and
 * `# Human — Feb 23, 2026, 10:30 AM`. `userName` is what the user is called at the start of paragraphs.
 */
export function labelOf(line: string, isAfterBlank: boolean, userName?: string): Label | undefined {
  const local = line.length < MAX_LOCAL ? LOCAL.get(lineOf(line)) : undefined;
  if (local !== undefined) return { role: local, rest: '', stamp: '', style: 'local' };
  const found = HEAD.exec(line);
  if (found === null) return undefined;
  const [head, heading = '', open = '', name = ''] = found;
  const isMarked = heading !== '' || open !== '';
  if (name !== userName && roleOfName(name, true) === undefined) return undefined;
  const after = tailOf(line.slice(head.length).trimEnd());
  const isUser = userName !== undefined && name === userName && !isMarked && isAfterBlank && after.hasColon;
  const role = isUser ? 'User' : roleOfName(name, isMarked || after.hasVerb);
  if (role === undefined) return undefined;
  // Without a colon, a line must be nothing but the name.
  if (!after.hasColon && (after.rest !== '' || !(isAfterBlank || isMarked || after.hasVerb)))
    return undefined;
  if (open === '[' && !after.isClosed) return undefined;
  const isCapital = isUser || name.charAt(0) !== name.charAt(0).toLowerCase();
  // Two headings of one page have different levels if they say that somebody spoke.
  const level = after.hasVerb && heading !== '' ? '#' : heading.trim();
  return {
    ...{ role, rest: after.rest, stamp: after.stamp },
    style: [level, open, after.hasVerb, after.hasColon, isCapital].join(),
  };
}

/** Matches the marks before a name and the name. All counts are limited, so it takes no time on long lines. */
const HEAD =
  /^(#{1,6} {1,4})?(?:[\p{Extended_Pictographic}\u200d\ufe0f]{1,8} {0,2})?(?:\d{1,4}[.)] )?(\*\*|__|\[)?(?:[\p{Extended_Pictographic}\u200d\ufe0f]{1,8} {0,2})?([\p{L}\d][\p{L}\p{M}\d '._@-]{0,40}?)(?=$|[:*\]]|__| (?:said|says|asked|responded|replied|wrote)\b| {0,2}[(|·–—]| - )/u;

interface Tail {
  readonly hasVerb: boolean;
  readonly hasColon: boolean;
  readonly isClosed: boolean;
  readonly stamp: string;
  readonly rest: string;
}

/** Reads the text after a name: that it said something, the end of bold text, a time, a colon. */
function tailOf(text: string): Tail {
  const [closed = '', verb, inner = '', close, outer = ''] =
    /^( said| says| asked| responded| replied| wrote)?(:?)(\*\*|__|\])?(:?)/.exec(text) ?? [];
  const hasColon = inner !== '' || outer !== '';
  const shared = { hasVerb: verb !== undefined, isClosed: close !== undefined };
  const rest = text.slice(closed.length);
  if (hasColon) return { ...shared, hasColon, stamp: '', rest: rest.trimStart() };
  const [, stamp = '', colon = ''] =
    /^ {0,2}(?:[-–—·|,]|at )? ?[([]?([^()[\]]{3,60}?)[)\]]?(?:\*\*|__)?(:?)(?:\*\*|__)?$/.exec(
      rest.slice(0, MAX_STAMP),
    ) ?? [];
  return rest.length <= MAX_STAMP && isTime(stamp)
    ? { ...shared, hasColon: colon !== '', stamp, rest: '' }
    : { ...shared, hasColon, stamp: '', rest: rest.trim() };
}

const MAX_STAMP = 80;

function roleOfName(name: string, isMarked: boolean): string | undefined {
  const headed = isMarked ? ROLE_OF_HEADING.get(name.toLowerCase()) : undefined;
  if (headed !== undefined) return headed;
  if (isKnownRole(name)) return roleOf(name);
  return MODEL.test(name) ? 'AI' : undefined;
}

/** Names of models with a version or a size. */
const MODEL =
  /^(?:(?:chat)?gpt[ -]?\d[\w. -]{0,20}|(?:claude|gemini|grok|llama|deepseek|qwen|mistral|kimi)[ -](?:\d|sonnet|opus|haiku|flash|pro|r\d|v\d)[\w. -]{0,20})$/i;

/** Names that are headings or bold in some exports. In other places, they are common words. */
const ROLE_OF_HEADING: ReadonlyMap<string, string> = new Map([
  ...['prompt', 'instruction', 'question', 'me'].map((name) => [name, 'User'] as const),
  ...['response', 'answer', 'reply', 'cursor', 'windsurf', 'cascade', 'aider', 'codex', 'claude code'].map(
    (name) => [name, 'AI'] as const,
  ),
  ...['kimi', 'bing', 'bard', 'phind', 'poe', 'notebooklm', 'manus'].map((name) => [name, 'AI'] as const),
]);

/** A line without its heading and its colon; empty if it has no colon. */
function lineOf(line: string): string {
  return /^(?:#{1,6} )?(.*?)\s?[:：]$/.exec(line.trim())?.[1]?.toLowerCase() ?? '';
}

const MAX_LOCAL = 60;

/** The lines that ChatGPT's page copies before messages in other languages. */
const LOCAL: ReadonlyMap<string, string> = new Map([
  ...[
    ...[
      'du hast gesagt',
      'sie haben gesagt',
      'vous avez dit',
      'tu as dit',
      'has dicho',
      'dijiste',
      'hai detto',
    ],
    ...['você disse', 'je zei', 'вы сказали', '你说', '你說', 'あなたの発言'],
  ].map((line) => [line, 'User'] as const),
  ...[
    ...['chatgpt hat gesagt', 'chatgpt a dit', 'chatgpt ha dicho', 'chatgpt dijo', 'chatgpt ha detto'],
    ...[
      'o chatgpt disse',
      'chatgpt disse',
      'chatgpt zei',
      'chatgpt сказал',
      'chatgpt 说',
      'chatgpt 說',
      'chatgpt の発言',
    ],
  ].map((line) => [line, 'AI'] as const),
]);
