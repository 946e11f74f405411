import type { RepoPath } from '../../core/files/repoPath';
import { DocumentParts } from '../handover/documentParts.svelte';
import { Forecast } from '../document/forecast';
import type { Notify } from '../notify';
import type { Clipboard } from '../ports/clipboard';
import type { Clock } from '../ports/clock';
import type { Outputs, ZipFiles } from '../ports/files';
import type { Images } from '../ports/images';
import type { Storage } from '../ports/storage';
import { SystemPrompt } from '../prompt/systemPrompt.svelte';
import { LikelyFiles } from '../references/likelyFiles.svelte';
import { References } from '../references/references';
import { Documents } from '../sources/documents.svelte';
import { Issues } from '../sources/issues.svelte';
import { Screenshots } from '../sources/screenshots.svelte';
import { Reply } from '../replies/reply.svelte';
import { FileSearch } from '../search/fileSearch.svelte';
import { Slices } from '../slices/slices';
import type { WorkspaceState } from '../storage/workspaceState';
import { SymbolFinder } from '../symbols/symbolFinder';
import type { CompositionGroup } from './composition';
import type { Conversation } from './conversation';
import type { DocumentGroup } from './document';
import type { FolderGroup } from './folder';

/** What only tools need from outside. */
export interface ToolPorts {
  readonly images: Images;
  readonly outputs: Pick<Outputs, 'download'>;
  readonly zipFiles: ZipFiles;
  readonly clipboard: Pick<Clipboard, 'read'>;
}

interface ToolParts extends ToolPorts {
  readonly folder: FolderGroup;
  readonly chosen: CompositionGroup;
  readonly conversation: Conversation;
  readonly made: DocumentGroup;
  readonly clock: Clock;
  readonly storage: Storage;
  readonly notify: Notify;
  readonly project: { readonly usesBeads: boolean };
  readonly state: Pick<WorkspaceState, 'view'> | undefined;
}

/** Makes a tool when it is first asked for, outside of the component that asks and may end before it. */
function onFirstUse<Tool extends object>(make: () => Tool): () => Tool {
  let tool: Tool | undefined;
  return () => {
    if (tool === undefined) $effect.root(() => void (tool = make()));
    return tool as Tool;
  };
}

/** Tools for an open folder. None runs before its first use. */
export type Tools = ReturnType<typeof toolsOf>;

export function toolsOf(options: ToolParts) {
  const { folder, chosen, conversation, made, clock, project, state } = options;
  const { engine, reading, run, tree } = folder;
  const parts = { ...folder, ...chosen, ...made, conversation };
  const slices = onFirstUse(() => new Slices(parts));
  const symbols = onFirstUse(() => new SymbolFinder(engine).following(reading, 'symbols'));
  // Made at once: every copy may have images to attach.
  const screenshots = new Screenshots({ ...options, ...parts });
  const references = onFirstUse(() => new References(engine).following(reading, 'references'));
  reading.ended.subscribe((end) => {
    if (end === 'done') void run.guarded(() => references().readAhead(tree.root.sums.files));
  });
  return {
    symbols,
    references,
    likely: onFirstUse(() => new LikelyFiles({ ...parts, references: references() }, clock)),
    fileSearch: onFirstUse(() => {
      const search = new FileSearch(engine, clock, reading, state?.view.search);
      chosen.saving.keepView(search.fieldsChanged, () => ({ search: search.fields }));
      return search;
    }),
    reply: onFirstUse(() => {
      const reply = new Reply({ ...options, ...parts, slices });
      conversation.exchanges.discarded.subscribe((exchange) => void reply.discardOf(exchange));
      return reply;
    }),
    documents: onFirstUse(() => new Documents(parts)),
    issues: onFirstUse(() => new Issues({ ...parts, project, clock })),
    screenshots: () => screenshots,
    slices,
    prompt: onFirstUse(() => new SystemPrompt(engine, parts)),
    forecast: onFirstUse(() => new Forecast(parts)),
    documentParts: onFirstUse(() => new DocumentParts(parts)),
    /** Files whose items a proposal was the last to set. */
    fitted: onFirstUse(() => {
      const fitted = new Set<RepoPath>();
      chosen.composition.changed.subscribe(({ change: { items = new Map() } }) => {
        for (const path of items.keys()) fitted.delete(path);
      });
      return fitted;
    }),
  };
}
