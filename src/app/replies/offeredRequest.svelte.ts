import { baseName } from '../../core/files/repoPath';
import type { ReplyRequest } from '../../core/requests/request';
import { withLevel } from '../../core/views/mask';
import type { ViewRequest } from '../../core/views/viewRequest';
import type { Choices } from '../composition/choices';
import type { Composition } from '../composition/composition.svelte';
import type { FileViews } from '../document/fileViews';
import type { Engine } from '../ports/engine';
import type { Slices } from '../slices/slices';
import type { FileTree } from '../tree/fileTree';

export interface RequestParts {
  readonly engine: Pick<Engine, 'anchorSlices'>;
  readonly composition: Pick<Composition, 'item' | 'newItem'>;
  readonly choices: Pick<Choices, 'selectAll' | 'setMode' | 'setMask'>;
  readonly slices: () => Slices;
  readonly views: Pick<FileViews, 'lookInto' | 'measuresOf' | 'viewOf'>;
  readonly tree: Pick<FileTree, 'byPath'>;
}

/** Something that a model asks to see, which the user can add to the context. */
export class OfferedRequest {
  readonly request: ReplyRequest;
  readonly #parts: RequestParts;
  /** The dotted path of a symbol in its file; undefined for other requests, and if the file has no such symbol. */
  #symbol: string | undefined;
  /** Whether the file has no symbol of this name, so that the whole file is offered. */
  lacksSymbol = $state(false);
  #measured: Promise<void> | undefined;
  tokens = $state.raw<number | undefined>();
  isWanted = $state(true);
  #isAdded = $state(false);

  constructor(request: ReplyRequest, parts: RequestParts) {
    this.request = request;
    this.#parts = parts;
  }

  /** Whether the document shows it already. */
  get isThere(): boolean {
    const { kind, path } = this.request;
    const mode = this.#parts.views.viewOf(path)?.mode;
    return this.#isAdded || mode === 'full' || (kind === 'outline' && mode === 'outline');
  }

  /** Measures what it would add. */
  measure(): Promise<void> {
    this.#measured ??= this.#measure();
    return this.#measured;
  }

  async #measure(): Promise<void> {
    const view = await this.#view();
    this.tokens = (await this.#parts.views.measuresOf(this.request.path, [view]))[0]?.block.tokens;
  }

  /** Adds it to the context. A file that is shown in full stays so. */
  async add(): Promise<void> {
    if (this.isThere) return;
    await this.measure();
    await this.#add();
    this.#isAdded = true;
  }

  async #add(): Promise<void> {
    const { request } = this;
    const { choices, composition, slices } = this.#parts;
    const { path, kind } = request;
    if (kind === 'lines') await slices().add(path, [{ startLine: request.from, endLine: request.to }]);
    else if (kind === 'symbol' && this.#symbol !== undefined) {
      const item = composition.item(path) ?? composition.newItem(path);
      const mask = withLevel(item.viewMode === 'masked' ? item.astMask : [], this.#symbol, 'def');
      choices.setMask(path, mask, `Select ${this.#symbol} in ${baseName(path)}`);
    } else this.#show(kind === 'outline' ? 'outline' : 'full');
  }

  #show(mode: 'full' | 'outline'): void {
    const { choices, composition, tree } = this.#parts;
    const { path } = this.request;
    const node = tree.byPath(path);
    if (composition.item(path) === undefined) choices.selectAll([path], `Select ${path}`, mode);
    else if (node !== undefined) choices.setMode([node], mode);
  }

  async #view(): Promise<ViewRequest> {
    const { request } = this;
    const { engine, views } = this.#parts;
    if (request.kind === 'outline') return { mode: 'outline' };
    if (request.kind === 'lines') {
      const wanted = [{ startLine: request.from, endLine: request.to }];
      const slices = await engine.anchorSlices(request.path, wanted);
      return slices === undefined ? { mode: 'full' } : { mode: 'custom', slices };
    }
    if (request.kind === 'file') return { mode: 'full' };
    const [looked] = await views.lookInto([{ path: request.path, views: [], symbols: true }]);
    const paths = looked?.symbols?.symbols.map(({ path }) => path) ?? [];
    const { symbol } = request;
    this.#symbol = paths.find((path) => path === symbol) ?? paths.find((path) => path.endsWith(`.${symbol}`));
    this.lacksSymbol = this.#symbol === undefined;
    if (this.#symbol === undefined) return { mode: 'full' };
    return { mode: 'masked', mask: [{ symbol: this.#symbol, level: 'def' }] };
  }
}
