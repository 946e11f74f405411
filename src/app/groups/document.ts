import { ChangesMeasure } from '../handover/changesMeasure.svelte';
import { DocumentModel } from '../document/document.svelte';
import { DocumentOutput } from '../handover/documentOutput';
import { DocumentSync } from '../document/documentSync';
import { FileNotes } from '../document/fileNotes';
import { FileViews } from '../document/fileViews';
import { Stability } from '../document/stability.svelte';
import type { Lifetime } from '../lifetime';
import { SecretChoices } from '../secrets/secretChoices.svelte';
import { SecretWatch } from '../secrets/secretWatch.svelte';
import type { Notify } from '../notify';
import type { Clock } from '../ports/clock';
import type { Storage } from '../ports/storage';
import type { Tabs } from '../ports/tabs';
import type { SettingsData } from '../storage/settings.svelte';
import { KeptSummaries } from '../summaries/keptSummaries';
import type { CompositionGroup } from './composition';
import type { Conversation } from './conversation';
import type { FolderGroup } from './folder';

export interface DocumentGroupOptions {
  readonly clock: Clock;
  readonly tabs: Pick<Tabs, 'alone'>;
  readonly notify: Notify;
  readonly storage: Storage;
  readonly project: { readonly usesBeads: boolean };
  readonly settings: {
    readonly data: Pick<
      SettingsData,
      'countCopies' | 'globalInstructions' | 'keepSummaries' | 'modelId' | 'updateDiffs'
    >;
  };
}

/** The document that the composition and the conversation make of the folder. */
export class DocumentGroup {
  readonly summaries: KeptSummaries;
  readonly views: FileViews;
  readonly document: DocumentModel;
  readonly notes: FileNotes;
  readonly sync: DocumentSync;
  readonly output: DocumentOutput;
  readonly secrets: SecretChoices;
  readonly secretWatch: SecretWatch;
  readonly stability: Stability;
  readonly changesMeasure: ChangesMeasure;

  constructor(
    folder: FolderGroup,
    chosen: CompositionGroup,
    conversation: Conversation,
    { clock, notify, project, settings, storage, tabs }: DocumentGroupOptions,
    lifetime: Lifetime,
  ) {
    const secrets = (this.secrets = new SecretChoices({ ...folder, storage, notify }));
    const all = { ...folder, ...chosen, conversation, project, settings, clock, tabs, secrets };
    const summaries = (this.summaries = new KeptSummaries(folder, settings.data.keepSummaries));
    // Each keeps records of files that the next ones read.
    const views = (this.views = new FileViews({ ...all, summaries }));
    const document = (this.document = new DocumentModel({ ...all, views }));
    this.notes = new FileNotes({ ...all, views });
    this.sync = new DocumentSync({ ...all, summaries, views, document });
    const stability = (this.stability = new Stability({ ...all, document }));
    const secretWatch = (this.secretWatch = new SecretWatch({ ...all, document }));
    this.output = new DocumentOutput({ ...all, summaries, views, document, stability, secretWatch });
    this.changesMeasure = new ChangesMeasure({ ...all, document });
    lifetime.add({
      open: () => folder.run.asMeasuring(() => summaries.load()),
      close: () => {
        secrets.close();
      },
    });
  }
}
