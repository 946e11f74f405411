/** The preview over an engine in memory, with functions to read it. */
import { render } from 'vitest-browser-svelte';
import '../../src/ui/theme/index.css';
import type { DocumentBlock } from '../../src/app/document/documentBlock';
import type { BlockLines, SearchResult } from '../../src/app/ports/engine';
import { textBlock, fileBlock as plannedFile, type BlockSource } from '../../src/core/document/block';
import type { RepoPath } from '../../src/core/files/repoPath';
import type { Search } from '../../src/ui/panels/preview/find.svelte';
import { modelById } from '../../src/core/tokens/models';
import { tokenText } from '../../src/core/tokens/tokenText';
import Preview from '../../src/ui/panels/preview/Preview.svelte';

export function fileBlock(
  path: string,
  body: number,
  options: { version?: string; lead?: string } = {},
): DocumentBlock {
  return {
    ...plannedFile(path as RepoPath, { mode: 'full' }),
    ...{ hash: '', version: options.version ?? '1' },
    title: path,
    lead: options.lead ?? '',
    leadTokens: 0,
    lines: body + 4,
    tokens: body * 10,
    tokensAsLast: body * 10,
    exact: true,
  };
}

export const taskBlock: DocumentBlock = {
  ...textBlock('task'),
  ...{ hash: '', version: '1' },
  title: 'Task',
  leadTokens: 0,
  lines: 3,
  tokens: 12,
  tokensAsLast: 12,
  exact: true,
};

/** Stands in for the engine: each line of a file is `path:line version`, unless `lines` overrides it. */
export class FakeEngine {
  readonly reads: string[] = [];
  readonly lines = new Map<string, { text: string; cut?: number }>();
  blocks: readonly DocumentBlock[] = [];
  held: (() => void)[] | undefined;

  readonly readLines = async (source: BlockSource, from: number, to: number): Promise<BlockLines> => {
    const key = source.kind === 'file' ? source.path : source.key;
    this.reads.push(`${key} ${from}-${to}`);
    const shown = Array.from({ length: to - from }, (_, i) => this.#line(source, from + i));
    if (this.held !== undefined) await new Promise<void>((resolve) => this.held?.push(resolve));
    return { texts: shown.map(({ text }) => text), cut: shown.map(({ cut }) => cut ?? 0) };
  };

  /** Finds `path:line` in the only place where it is. */
  readonly search = async (query: string): Promise<SearchResult> => {
    const found = /^(.+):(\d+)$/.exec(query);
    const block = this.blocks.findIndex((other) => other.title === found?.[1]);
    if (block === -1) return { matches: [], more: false };
    return { matches: [{ block, line: Number(found?.[2]), column: 0, length: query.length }], more: false };
  };

  #line(source: BlockSource, line: number): { text: string; cut?: number } {
    if (source.kind === 'text') return { text: line === 0 ? '## Task' : line === 1 ? '' : 'Do it.' };
    const block = this.blocks.find((other) => other.title === source.path);
    const special = this.lines.get(`${source.path}:${line}`);
    if (special !== undefined || block === undefined) return special ?? { text: '' };
    if (line === 0) return { text: `### \`${source.path}\`` };
    if (line === 1) return { text: '' };
    if (line === 2) return { text: '```text' };
    if (line === block.lines - 1) return { text: '```' };
    return { text: `${source.path}:${line} v${block.version}` };
  }
}

/** Shows the document of these blocks. A click on a heading calls `onreveal`. */
export async function showPreview(
  engine: FakeEngine,
  blocks: readonly DocumentBlock[],
  {
    search = engine.search,
    onreveal = () => undefined,
    wrapsCode = false,
  }: { search?: Search; onreveal?: (path: RepoPath) => void; wrapsCode?: boolean } = {},
) {
  const box = document.createElement('div');
  box.style.cssText = 'block-size: 434px; inline-size: 700px';
  document.body.replaceChildren(box);
  engine.blocks = blocks;
  const workspaceOf = (shown: readonly DocumentBlock[]) => ({
    document: { blocks: shown, search },
    tokens: tokenText(modelById('gpt-5'), 'o200k_base'),
    readLines: engine.readLines,
  });
  const view = await render(Preview, {
    target: box,
    props: {
      workspace: workspaceOf(blocks),
      onreveal,
      wrapsCode,
    },
  });
  return {
    ...view,
    box,
    region: () => view.getByRole('region', { name: 'Document' }),
    async change(next: readonly DocumentBlock[]) {
      engine.blocks = next;
      await view.rerender({ workspace: workspaceOf(next) });
    },
    wrap: (on: boolean) => view.rerender({ wrapsCode: on }),
    /** Texts of the visible rows, beginning with the first that is fully visible. */
    rows: () => {
      const frame = box.querySelector('[role=region]')?.getBoundingClientRect();
      if (frame === undefined) return [];
      return [...box.querySelectorAll<HTMLElement>('.document-row')]
        .filter((row) => row.getBoundingClientRect().top >= frame.top - 1)
        .filter((row) => row.getBoundingClientRect().bottom <= frame.bottom + 1)
        .sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
        .map((row) => [...row.querySelectorAll('.text, .cut')].map((part) => part.textContent).join(' '));
    },
  };
}
