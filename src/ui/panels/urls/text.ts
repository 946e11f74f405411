/** Texts of the URLs in the task. */
import type { UrlClass } from '../../../core/urls/classifyUrl';
import { grouped, plural } from '../../shared/numbers';

export const TEXT = {
  title: 'URLs',
  list: 'URLs in the task',
  hint: 'Addresses in the task, at most 3. The text of each can be fetched or pasted: 4,000 characters, kept for 24 hours.',
  state: (count: number, read: number) =>
    `${plural(count, 'URL')} in the task, ${grouped(read)} in the document`,
  off: 'Their texts are not in the document: URLs are switched off in the Sources tab.',
  classes: {
    repository: 'Repository',
    file: 'File',
    issue: 'Issue',
    pull: 'Pull request',
    documentation: 'Documentation',
    page: 'Page',
  } as const satisfies Record<UrlClass, string>,
  notRead: 'Not fetched',
  reading: 'Reading…',
  fetched: (age: string, characters: number, isCut: boolean) =>
    `Fetched ${age}, ${isCut ? 'the first ' : ''}${plural(characters, 'character')}`,
  pasted: (age: string, characters: number, isCut: boolean) =>
    `Pasted ${age}, ${isCut ? 'the first ' : ''}${plural(characters, 'character')}`,
  answeredBy: (address: string) => `From ${address}`,
  age: (minutes: number) =>
    minutes < 1 ? 'just now' : minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`,

  fetch: 'Fetch…',
  fetchAgain: 'Fetch again…',
  fetchNamed: (url: string) => `Fetch ${url}`,
  fetchTitle: 'Opens a page that lists the requests. Nothing is sent before you press Fetch there.',
  paste: 'Paste…',
  pasteNamed: (url: string) => `Paste the text of ${url}`,
  pasteTitle: 'Use text that you have copied from the page yourself',
  pasteLabel: (url: string) => `Text or HTML of ${url}`,
  pasteHint: 'Text, Markdown, or HTML of the page',
  use: 'Use text',
  cancel: 'Cancel',
  include: 'In the document',
  includeNamed: (url: string) => `${url} in the document`,
} as const;
