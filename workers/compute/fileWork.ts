/** The work of one call on its files: opening, counting, rendering and measuring views. */
import { fileBlockParts, joinParts } from '../../src/core/compose/fileBlock';
import { measureBlock, measureFileBlock } from '../../src/core/compose/measureBlock';
import type { FileContent } from '../../src/core/files/fileContent';
import { countLines } from '../../src/core/files/normalize';
import type { RepoPath } from '../../src/core/files/repoPath';
import { findSecrets } from '../../src/core/secrets/findSecrets';
import { secretsInBody } from '../../src/core/secrets/secretsInBody';
import { languageOfText } from '../../src/core/files/textLanguage';
import type { TokenCounter } from '../../src/core/tokens/encoding';
import { viewKey, type ViewRequest } from '../../src/core/views/viewRequest';
import type { ViewMeasure } from '../engine/documentContract';
import { foundSecrets } from './foundSecrets';
import type { BodySecrets, FileBytes, FileToRender, FileToView, RenderedFile, ViewedFile } from './contract';
import { noticeBody } from './notices';
import { openFile, type OpenedText, type WithoutText } from './openFile';
import type { Progress } from './progress';
import type { StepClock } from './stepClock';
import { symbolCount, symbolsOf, textOf } from './symbols';
import type { ShownText, ViewBatch } from './viewing';

/** A decoded and hashed file of a batch. */
export interface Opened<T extends FileBytes> {
  readonly file: T;
  readonly opened: OpenedText | WithoutText;
}

export interface Rendering {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly file: Omit<RenderedFile, 'length' | 'hash'>;
}

export interface FileWorkParts {
  readonly counter: TokenCounter;
  readonly batch: ViewBatch;
  readonly clock: Pick<StepClock, 'beside'>;
  readonly progress: Progress;
}

export class FileWork {
  readonly #parts: FileWorkParts;

  constructor(parts: FileWorkParts) {
    this.#parts = parts;
  }

  /** Opens a batch, and looks all of it up in the stores at once. */
  async openAll<T extends FileBytes>(
    files: readonly T[],
    wantedOf: (file: T) => { readonly views: readonly ViewRequest[]; readonly facts: boolean },
  ): Promise<readonly Opened<T>[]> {
    const all = await Promise.all(files.map(async (file) => ({ file, opened: await this.#open(file) })));
    await this.#parts.batch.prefetch(
      all.flatMap(({ file, opened }) =>
        opened.kind === 'text' ? [{ text: opened, ...wantedOf(file) }] : [],
      ),
    );
    return all;
  }

  async contentOf(file: FileBytes): Promise<FileContent> {
    // Hashing does not block this thread, so the other files of the batch are decoded meanwhile.
    const opened = await this.#open(file);
    return opened.kind === 'text' ? this.#countText(opened) : this.#countNotice(file, opened);
  }

  async render({ file, opened }: Opened<FileToRender>): Promise<Rendering> {
    if (opened.kind !== 'text') {
      const content = this.#countNotice(file, opened);
      const body = noticeBody(file.path, { ...opened, size: file.bytes.byteLength });
      const secrets = foundSecrets(() => findSecrets(body, { path: file.path }));
      return {
        body: utf8.encode(body),
        file: { content, block: content.block, ...(secrets && { secrets }) },
      };
    }
    const { batch } = this.#parts;
    const shown = await batch.render(file.view, opened);
    const news = await batch.newsOf(opened);
    const text = joinParts(shown.parts);
    const body = utf8.encode(text);
    const secrets = this.#secretsOf(text, file, opened);
    const found = { ...news, ...(secrets && { secrets }) };
    if (file.known?.hash === opened.hash && shown.failed === undefined && shown.passing === undefined) {
      return { body, file: { block: file.known.block, ...found } };
    }
    const content = this.#countText(opened);
    if (file.view.mode === 'full') return { body, file: { content, block: content.block, ...found } };
    const measure = this.#measure(file.view, shown, file.path);
    const outcome = batch.knownFacts(opened);
    const symbols = outcome && symbolCount(outcome);
    return { body, file: { content, block: measure.block, measure, ...symbols, ...found } };
  }

  async view({ file, opened }: Opened<FileToView>): Promise<ViewedFile> {
    if (opened.kind !== 'text') return { views: [] };
    const { batch } = this.#parts;
    const wanted = wantsFacts(file) ? await batch.factsOf(opened) : undefined;
    const isSkipped = file.onlyParsed === true && wanted?.kind !== 'facts';
    const views: ViewMeasure[] = [];
    for (const view of isSkipped ? [] : file.views) {
      views.push(this.#measure(view, await batch.render(view, opened), file.path));
    }
    const summary =
      file.summary === undefined ? undefined : await batch.summaryOf(opened, file.summary || undefined);
    const outcome = wanted ?? batch.knownFacts(opened);
    return {
      hash: opened.hash,
      views,
      ...(summary !== undefined && { summary }),
      ...(file.symbols && outcome && { symbols: symbolsOf(opened, outcome) }),
      ...(file.text && outcome && { text: textOf(opened, outcome) }),
      ...(outcome && symbolCount(outcome)),
      ...(await batch.newsOf(opened)),
    };
  }

  #secretsOf(body: string, { path, view }: FileToRender, { text }: OpenedText): BodySecrets | undefined {
    this.#parts.progress(`secrets ${path}`);
    const isWhole = view.mode === 'full';
    return this.#parts.clock.beside(() => foundSecrets(() => secretsInBody(body, { path, text, isWhole })));
  }

  #open(file: FileBytes): ReturnType<typeof openFile> {
    this.#parts.progress(`open ${file.path}`);
    return openFile(file);
  }

  /** Counting the same thing again is no progress. */
  #count<T>(what: string, work: () => T): T {
    this.#parts.progress(`count ${what}`);
    return this.#parts.clock.beside(work);
  }

  #countText({ path, text, hash, encoding, warnings, size }: OpenedText): FileContent & { kind: 'text' } {
    const { head, tail } = fileBlockParts(path, languageOfText(path, text).fence, text);
    const { tokens, block } = this.#count(path, () =>
      measureFileBlock(head, text, tail, this.#parts.counter, size),
    );
    return { kind: 'text', hash, lines: countLines(text), tokens, encoding, warnings, block };
  }

  #countNotice({ path, bytes }: FileBytes, { kind, reason }: WithoutText): FileContent {
    const body = noticeBody(path, { kind, reason, size: bytes.byteLength });
    return { kind, reason, block: measureBlock(body, this.#parts.counter) };
  }

  #measure(
    view: ViewRequest,
    { parts, gaps, notes, warnings, slices, failed, summary, passing }: ShownText,
    path: RepoPath,
  ): ViewMeasure {
    const key = viewKey(view);
    return {
      key,
      block: this.#count(`${path} ${key}`, () => measureBlock(joinParts(parts), this.#parts.counter)),
      gaps: gaps.flatMap(({ startLine, endLine }) => [startLine, endLine]),
      notes,
      warnings,
      ...(slices !== undefined && { slices }),
      ...(summary !== undefined && { summary }),
      ...(failed !== undefined && { failed }),
      ...(passing && { passing }),
    };
  }
}

export function wantsFacts({ symbols, text, symbolCount: count, onlyParsed }: FileToView): boolean {
  return (symbols ?? text ?? count ?? onlyParsed) !== undefined;
}

const utf8 = new TextEncoder();
