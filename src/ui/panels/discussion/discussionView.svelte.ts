import type { Discussions } from '../../../app/conversation/discussions.svelte';
import type { OpenDiscussion } from '../../../app/conversation/openDiscussion.svelte';
import type { Checkpoint } from '../../../core/conversation/checkpoint';
import type { Message } from '../../../core/conversation/discussion';

/** A row of the list. Covered messages are shown below their checkpoint while that is open. */
export type Row =
  | { readonly kind: 'message'; readonly key: string; readonly message: Message; readonly covered: boolean }
  /** `message` is what the model sees. */
  | {
      readonly kind: 'checkpoint';
      readonly key: string;
      readonly checkpoint: Checkpoint;
      readonly message: Message;
    };

/** The state of the tab: the message with the focus, the one being edited, and the search. */
export class DiscussionView {
  readonly #discussions: Discussions;
  #activeId = $state<string | undefined>();
  #editing = $state<string | undefined>();
  #query = $state('');
  /** Whether the messages are shown that the checkpoint covers. */
  #showsCovered = $state(false);

  /** Finds the query; undefined for no search. */
  readonly pattern: RegExp | undefined = $derived.by(() => {
    const text = this.#query.trim();
    return text === '' ? undefined : new RegExp(text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'giu');
  });

  /** The rows of the list. */
  readonly rows: readonly Row[] = $derived.by(() => {
    const { messages, current } = this.#discussions;
    const { pattern } = this;
    const loaded = current?.loaded;
    const rowOf = (message: Message): Row => ({
      ...{ kind: 'message', key: message.id, message },
      covered: loaded?.covered.has(message.id) ?? false,
    });
    if (pattern !== undefined)
      return messages.filter(({ content }) => content.search(pattern) >= 0).map(rowOf);
    const checkpoint = loaded?.checkpoint;
    if (checkpoint === undefined) return messages.map(rowOf);
    const covered = this.#showsCovered ? messages.filter(({ id }) => loaded?.covered.has(id)).map(rowOf) : [];
    return (
      loaded?.messages.flatMap((message): readonly Row[] =>
        message.id === checkpoint.id
          ? [{ kind: 'checkpoint', key: checkpoint.id, checkpoint, message }, ...covered]
          : [rowOf(message)],
      ) ?? []
    );
  });
  /** How many messages a search has found. */
  readonly found: number = $derived(this.rows.filter(({ kind }) => kind === 'message').length);
  readonly keys: readonly string[] = $derived(this.rows.map(({ key }) => key));
  /** Positions of all messages, in the discussion. */
  readonly positions: ReadonlyMap<string, number> = $derived.by(
    () => new Map(this.#discussions.messages.map(({ id }, at) => [id, at])),
  );

  /** The message whose controls are in the tab order: the first one until another has had the focus. */
  readonly active: string | undefined = $derived.by(() => {
    const id = this.#activeId;
    return id !== undefined && this.keys.includes(id) ? id : this.keys[0];
  });

  constructor(discussions: Discussions) {
    this.#discussions = discussions;
  }

  get discussion(): OpenDiscussion | undefined {
    return this.#discussions.current;
  }

  get query(): string {
    return this.#query;
  }

  get editing(): string | undefined {
    return this.#editing;
  }

  get showsCovered(): boolean {
    return this.#showsCovered;
  }

  showCovered(shown: boolean): void {
    this.#showsCovered = shown;
  }

  search(query: string): void {
    this.#query = query;
  }

  activate(id: string): void {
    this.#activeId = id;
  }

  edit(id: string): void {
    this.#activeId = id;
    this.#editing = id;
  }

  endEdit(): void {
    this.#editing = undefined;
    this.discussion?.endTyping();
  }

  /** The message `step` rows below the active one; negative for above. */
  neighbor(step: number): string | undefined {
    const { active, keys } = this;
    return active === undefined ? undefined : keys[keys.indexOf(active) + step];
  }

  /** Adds an empty message before position `index`, begins a discussion if there is none, and edits it. */
  insert(index: number): string {
    const discussion = this.discussion ?? this.#discussions.create();
    const role = discussion.messages[index - 1]?.role === 'User' ? 'AI' : 'User';
    const added = this.#discussions.newMessages([{ role, content: '' }]);
    this.#query = '';
    discussion.insert(index, added, 'Add message');
    const id = added[0]?.id ?? '';
    this.edit(id);
    return id;
  }

  /** Moves a message among all messages. Does nothing in a search, whose neighbors are others. */
  move(id: string, step: 1 | -1): void {
    const from = this.positions.get(id);
    const to = (from ?? 0) + step;
    if (from === undefined || this.pattern !== undefined) return;
    if (to >= 0 && to < this.positions.size) this.discussion?.move(id, to);
  }

  /** Deletes a message and returns the one that takes the focus. */
  remove(id: string): string | undefined {
    const at = this.keys.indexOf(id);
    const next = this.keys[at + 1] ?? this.keys[at - 1];
    this.discussion?.remove(id);
    if (next !== undefined) this.activate(next);
    return next;
  }
}
