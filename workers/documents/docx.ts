/** DOCX as Markdown. */
import { defaultHandlers, type Handle } from 'hast-util-to-mdast';
import { zipEntries, type ZipEntry } from '../archives/zip';
import { htmlToMarkdown, linkOf, type Element } from './htmlToMarkdown';
import { Unreadable } from './unreadable';

/** Entries of the archive, and bytes of the texts in it. The Bible has 30 MB. */
const LIMITS = { entries: 20_000, bytes: 200_000_000, ratio: 1_000 };

export async function docxToMarkdown(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const archive = await textsOnly(bytes);
  const { default: mammoth } = await import('mammoth');
  const { value: html } = await mammoth.convertToHtml(
    // Its forms for Node and for browsers have different names for the same bytes.
    { arrayBuffer: archive, buffer: archive } as unknown as { arrayBuffer: ArrayBuffer },
    {
      convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
      externalFileAccess: false,
      styleMap: STYLES,
    },
  );
  return htmlToMarkdown(html, { handlers: FOOTNOTES });
}

/** Styles of Word, LibreOffice, and pandoc that mammoth has no elements for. */
const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "p[style-name='Block Text'] => blockquote > p:fresh",
  "p[style-name='Source Code'] => pre:separator('\\n')",
  "p[style-name='HTML Preformatted'] => pre:separator('\\n')",
  "p[style-name='Preformatted Text'] => pre:separator('\\n')",
  "r[style-name='Verbatim Char'] => code",
  "r[style-name='Source Text'] => code",
];

/** The same archive without images, not packed, so that nothing else unpacks more than it should. */
async function textsOnly(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const entries = await zipEntries(new Blob([bytes]), LIMITS).catch((error: unknown) => {
    throw new Unreadable(error instanceof Error ? error.message : 'it is a damaged ZIP file');
  });
  const texts = entries.filter(({ name }) => /\.(?:xml|rels)$/i.test(name));
  if (
    !texts.some(({ name }) => name === '[Content_Types].xml') ||
    !entries.some(({ name }) => /^word\//.test(name))
  )
    throw new Unreadable('it is no DOCX, or of a kind that is not supported');
  const size = texts.reduce((sum, entry) => sum + entry.size, 0);
  if (size > LIMITS.bytes) throw new Unreadable(`it unpacks to more than ${LIMITS.bytes / 1e6} MB`);
  const { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } =
    await import('@zip.js/zip.js/lib/zip-core-custom.js');
  const writer = new ZipWriter(new Uint8ArrayWriter(), { level: 0, useWebWorkers: false });
  for (const entry of new Map(texts.map((each) => [each.name, each])).values())
    await writer.add(entry.name, new Uint8ArrayReader(await unpacked(entry)));
  return (await writer.close()).buffer as ArrayBuffer; // as made above
}

async function unpacked({ name, refusal, read }: ZipEntry): Promise<Uint8Array<ArrayBuffer>> {
  if (refusal !== undefined) throw new Unreadable(`${name} in it ${refusal}`);
  return new Uint8Array(await read());
}

type FootnoteDefinition = Extract<ReturnType<Handle>, { readonly type: 'footnoteDefinition' }>;

/** A reference in the text, and the list at the end, whose items lead back to it. */
const FOOTNOTES: Readonly<Record<string, Handle>> = {
  sup(state, node: Element) {
    const [link] = node.children;
    const id = link?.type === 'element' ? noteId(link.properties.href, '#') : undefined;
    return id === undefined
      ? defaultHandlers.sup(state, node)
      : { type: 'footnoteReference', identifier: id, label: id };
  },
  a(state, node: Element) {
    return /^#(?:foot|end)note-ref-/.test(String(node.properties.href)) ? undefined : linkOf(state, node);
  },
  ol(state, node: Element) {
    const notes = node.children.flatMap((item): FootnoteDefinition[] => {
      const id = item.type === 'element' ? noteId(item.properties.id, '') : undefined;
      if (id === undefined || item.type !== 'element') return [];
      const children = state.toFlow(state.all(item)) as FootnoteDefinition['children'];
      return [{ type: 'footnoteDefinition', identifier: id, label: id, children }];
    });
    return notes.length > 0 ? notes : defaultHandlers.ol(state, node);
  },
};

/** Notes at the end of the text have numbers of their own. */
function noteId(name: unknown, mark: string): string | undefined {
  const [, start, kind, id] = /^(#?)(foot|end)note-(\w{1,40})$/.exec(String(name)) ?? [];
  return id === undefined || start !== mark ? undefined : `${kind === 'end' ? 'e' : ''}${id}`;
}
