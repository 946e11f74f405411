import { keyOfSource, sourceInKey, type BlockSource } from '../../core/document/block';
import type { Turn } from '../../core/document/turn';
import type { RepoPath } from '../../core/files/repoPath';
import { escapeLine } from '../../core/compose/escapePath';
import { counted } from '../../core/counted';
import { compact, grouped } from '../../core/numberText';
import type { ChatProfile } from '../../core/parts/chatProfile';
import type { HandedDocument } from '../conversation/turns.svelte';
import type { FittedParts } from '../document/fitWindow';
import type { Notice } from '../notify';

/** How a document was exported. */
export interface Outcome {
  /** Begins the message, as in `Copied`. */
  readonly what: string;
  /** True if it was exported in another way than the user asked for. */
  readonly isRefused?: boolean;
  /** Whether the document goes out in parts. */
  readonly isPart?: boolean;
}

interface Context {
  readonly workspace: Pick<FittedParts, 'tokens' | 'tree'>;
  /** The chat that the user chose last for parts; undefined for none. */
  readonly chat: ChatProfile | undefined;
  /** Makes the document smaller. */
  readonly onfit: () => void;
}

/** The message about a document that the user just got: its size, and what to check before pasting it. */
export function handoverNotice(
  document: HandedDocument,
  { what, isRefused = false, isPart = false }: Outcome,
  { workspace, chat, onfit }: Context,
): Notice {
  const { update = document } = document;
  const overWindow = windowExcess(workspace, update.tokens);
  const overChat = isPart ? undefined : chatExcess(chat, document);
  const { sensitive, leftOut } = filesToCheck(document, workspace);
  const { masked, allowed, info } = secretsIn(document);
  const details = [
    ...(overWindow === undefined ? [] : [`Too large: ${overWindow}`]),
    ...(overChat === undefined ? [] : [`Too long for one paste: ${overChat}`]),
    ...(update !== document && update.tokens >= document.tokens
      ? ['The whole document is no larger, so “Copy all” may be the better choice']
      : []),
    ...(document.messages !== undefined && document.task.trim() === ''
      ? ['There is no task, so the messages end without a question']
      : []),
    ...imagesLine(document),
    ...sensitive.map((path) => `Sensitive by its name: ${path}`),
    ...leftOut.map(({ path, reason }) => `Left out: ${path} (${reason})`),
  ];
  const offer = offerFor({ overWindow, overChat, sensitive, hasImages: document.toAttach.length > 0, onfit });
  return {
    kind: details.length > 0 || isRefused ? 'warning' : 'done',
    text: `${what}: ${sizeWords(document, workspace)}${masked === 0 ? '' : `, ${counted(masked, 'secret')} masked`}`,
    details: [
      ...details,
      ...(allowed === 0 ? [] : [`Contains ${counted(allowed, 'secret')} that you have allowed`]),
      ...(info === 0
        ? []
        : [`Contains ${counted(info, 'possible secret')} in tests or docs, or public by design`]),
    ],
    ...(offer && { offer }),
  };
}

function imagesLine({ toAttach }: Pick<HandedDocument, 'toAttach'>): readonly string[] {
  if (toAttach.length === 0) return [];
  const names = toAttach.slice(0, IMAGES_NAMED).map(({ title }) => escapeLine(title));
  const more = toAttach.length - names.length;
  const list = [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return [`Attach ${counted(toAttach.length, 'image')} in the chat: ${list}`];
}

const IMAGES_NAMED = 3;

/** The number of different secrets by decision. An update has only some of the document's blocks. */
function secretsIn({ secrets, update }: HandedDocument) {
  const sent = update && new Set(update.blocks.map(({ key }) => key));
  const values = { open: new Set(), masked: new Set(), allowed: new Set(), info: new Set() };
  for (const { key, decision, fingerprint } of secrets)
    if (sent?.has(key) ?? true) values[decision].add(fingerprint);
  return { masked: values.masked.size, allowed: values.allowed.size, info: values.info.size };
}

/** `1,234 tokens, 5 files` */
export function countedWords(
  { tokens: format }: Pick<FittedParts, 'tokens'>,
  { tokens, files }: Pick<Turn, 'tokens' | 'files'>,
): string {
  return `${format.long(tokens)}, ${grouped(files)} ${files === 1 ? 'file' : 'files'}`;
}

function sizeWords({ blocks, tokens, update }: HandedDocument, workspace: Context['workspace']): string {
  if (update === undefined)
    return countedWords(workspace, {
      tokens,
      files: blocks.filter(({ source }) => source.kind === 'file').length,
    });
  const { tokens: format } = workspace;
  return `only the changes, ${format.long(update.tokens)} instead of ${format.short(tokens)}`;
}

/** `644% of the 400K tokens that GPT-5 family takes`; undefined while it fits. */
function windowExcess({ tokens }: Context['workspace'], counted: number): string | undefined {
  const share = tokens.windowShare(counted) ?? 0;
  const { name, window = 0 } = tokens.model;
  if (share <= 1) return undefined;
  return `${grouped(Math.round(share * 100))}% of the ${compact(window)} tokens that ${name} takes`;
}

/** `more than the 4,999 characters that ChatGPT takes`; undefined if it fits, or no chat was chosen. */
function chatExcess(
  chat: ChatProfile | undefined,
  { messages, update, ...document }: HandedDocument,
): string | undefined {
  if (chat === undefined || messages !== undefined) return undefined;
  // A text has at most as many characters as bytes, so this may warn a little early.
  const { tokens, bytes } = update ?? document;
  if ((chat.unit === 'tokens' ? tokens : bytes) <= chat.limit) return undefined;
  return `more than the ${grouped(chat.limit)} ${chat.unit} that ${chat.name} takes`;
}

/** The files and documents whose names suggest secrets, and the files without a text. An update has only some of the document's files. */
function filesToCheck(
  { blocks, leftOut, update }: HandedDocument,
  { tree }: Context['workspace'],
): Pick<HandedDocument, 'leftOut'> & { readonly sensitive: readonly RepoPath[] } {
  const sent = update && new Set(update.blocks.map(({ key }) => key));
  const isSent = (key: string): boolean => sent?.has(key) ?? true;
  const sensitive = blocks.flatMap(({ source }) => {
    const path = fileIn(source);
    if (path === undefined || !isSent(keyOfSource(source))) return [];
    return tree.byPath(path)?.leftOut?.source === 'sensitive' ? [path] : [];
  });
  return {
    sensitive: [...new Set(sensitive)],
    leftOut: leftOut.filter(({ path }) => isSent(`file:${path}`)),
  };
}

/** The file that a block has the text of. */
function fileIn(source: BlockSource): RepoPath | undefined {
  if (source.kind === 'file') return source.view.mode === 'none' ? undefined : source.path;
  return sourceInKey(source.key) as RepoPath | undefined; // The folder has no file with the name of an attachment.
}

function offerFor({
  overWindow,
  overChat,
  sensitive: [first, ...others],
  hasImages,
  onfit,
}: {
  readonly overWindow: string | undefined;
  readonly overChat: string | undefined;
  readonly sensitive: readonly RepoPath[];
  readonly hasImages: boolean;
  readonly onfit: () => void;
}): Notice['offer'] {
  if (first !== undefined)
    return { label: others.length === 0 ? 'Show file' : 'Show first file', show: first };
  if (overWindow !== undefined) return { label: 'Shrink to fit', run: onfit };
  if (overChat !== undefined) return { label: 'Copy in parts…', command: 'copy-parts' };
  return hasImages ? { label: 'Show images', command: 'screenshots' } : undefined;
}
