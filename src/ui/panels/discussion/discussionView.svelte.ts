import type { Discussions } from '../../../app/conversation/discussions.svelte';
import type { OpenDiscussion } from '../../../app/conversation/openDiscussion.svelte';
import type { Message } from '../../../core/conversation/discussion';

/** The state of the tab: the message with the focus, the one being edited, and the search. */
export class DiscussionView {
  readonly #discussions: Discussions;
  #activeId = $state<string | undefined>();
  #editing = $state<string | undefined>();
  #query = $state('');

  /** Finds the query; undefined for no search. */
  readonly pattern: RegExp | undefined = $derived.by(() => {
    const text = this.#query.trim();
    return text === '' ? undefined : new RegExp(text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'giu');
  });

  /** The messages that the list shows. */
  readonly shown: readonly Message[] = $derived.by(() => {
    const messages = this.#discussions.messages;
    const { pattern } = this;
    return pattern === undefined ? messages : messages.filter(({ content }) => content.search(pattern) >= 0);
  });
  readonly keys: readonly string[] = $derived(this.shown.map(({ id }) => id));
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
