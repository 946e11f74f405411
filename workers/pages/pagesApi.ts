import { fetchedPage, isHtml, pastedPage, type WholePage } from '../../src/core/urls/fetchedPage';
import { fetchPlan } from '../../src/core/urls/fetchPlan';
import { pageText } from '../../src/core/urls/pageText';
import { decodeText } from '../compute/decode';
import { decodeHtml } from '../documents/decodeHtml';
import { htmlToMarkdown } from '../documents/htmlToMarkdown';
import type { FetchedAnswers, PagesApi, ReadPage } from './contract';

export const pagesApi: PagesApi = {
  readFetched: (fetched) => reading(() => readFetched(fetched)),
  readPasted: (url, text) => reading(() => asRead(pastedPage(text, url, htmlToMarkdown))),
};

function readFetched({ url, address, answers }: FetchedAnswers): ReadPage {
  const plan = fetchPlan(url);
  if (plan.kind === 'refused') return failed(plan.reason);
  const [first] = answers;
  if (first === undefined) return failed('the answer is empty');
  const decoded = answers.map((bytes) => bytes && decodeText(new Uint8Array(bytes)));
  const [start] = decoded;
  if (start?.kind === 'binary') return failed(`it is not text (${start.reason})`);
  const texts = decoded.map((each, at) => {
    if (each?.kind !== 'text') return undefined;
    const bytes = answers[at];
    return bytes !== undefined && isHtml(each.text) ? decodeHtml(new Uint8Array(bytes)) : each.text;
  });
  const page = fetchedPage(plan.form, texts, { address, toMarkdown: htmlToMarkdown });
  return page.kind === 'failed' ? page : asRead(page);
}

function asRead({ markdown, isCut }: WholePage): ReadPage {
  const page = pageText(markdown, isCut);
  return page.text === '' ? failed('it has no text') : { kind: 'read', ...page };
}

/** A page may be nested too deep for the parser. */
async function reading(read: () => ReadPage): Promise<ReadPage> {
  try {
    return await Promise.resolve(read());
  } catch (error) {
    return failed(error instanceof RangeError ? 'it is nested too deep' : String(error));
  }
}

function failed(reason: string): ReadPage {
  return { kind: 'failed', reason };
}
