/** All texts of the presets dialog, of sharing and of importing. */
import type { Scope } from '../../../app/presets/scopedRecords.svelte';
import { grouped, plural } from '../../shared/numbers';

const SCOPES: Readonly<Record<Scope, string>> = {
  'built-in': 'built in',
  global: 'in this browser',
  project: 'project',
};

export const TEXT = {
  title: 'Presets',
  files: (count: number) => plural(count, 'file'),
  saveAs: 'Save as preset…',
  importFrom: 'Import…',
  intro:
    'A preset saves your files, their modes and the settings under a name. Save one, or import presets from others.',
  more: (count: number) => `and ${grouped(count)} more`,

  list: {
    filter: (label: string) => `Filter ${label.toLowerCase()}`,
    placeholder: 'Filter…',
    empty: 'None yet.',
    noMatch: 'No match.',
    scopes: SCOPES,
    hidden: (scope: string) => `${scope}, not used`,
    all: 'Download all as',
    downloadAll: (format: string) => `Download all as ${format}`,
  },

  form: {
    title: 'Save as preset',
    contents: (files: number) =>
      `${plural(files, 'file')} with their modes, symbols and slices, and all settings.`,
    name: 'Name',
    description: 'Description',
    saveIn: 'Save in',
    browser: 'This browser',
    project: (file: string) => `Project (${file})`,
    withTask: 'Include task',
    nameFault: (fault: string) => `The name ${fault}.`,
    discard: 'Discard changes',
    saveChanges: 'Save changes',
    cancel: 'Cancel',
    save: 'Save',
    saved: (name: string) => `Saved ${name}.`,
    downloadUnsaved: 'Download preset',
  },

  clash: {
    /** The preset's name goes between the two parts. */
    taken: ['A preset named ', ' already exists.'],
    changed: ['Another tab has changed ', '.'],
    replace: 'Replace preset',
    keepMine: 'Keep mine',
    keepTheirs: 'Keep theirs',
    saveAs: 'Save as',
    keepBoth: 'Keep both, save mine as',
    cancel: 'Cancel',
  },

  pane: {
    hidden: 'The project has a preset with this name, which is used instead.',
    reading: 'Reading the folder…',
    noFolder: 'Open a folder to see what this preset would change.',
    created: (name: string) => `Created ${name}.`,
    deleted: (name: string) => `Deleted ${name}.`,
    delete: 'Delete',
    duplicate: 'Duplicate',
    copyToProject: 'Copy to project',
    copyToBrowser: 'Copy to browser',
    apply: 'Apply',
  },

  plan: {
    changes: 'Changes:',
    list: 'Changes',
    lookalikes: 'Some file names look alike. Check them before you apply this preset.',
    gone: (count: number) => `${plural(count, 'file is', 'files are')} missing from this folder.`,
    asked: 'These files may contain secrets or are very large. They are left out by default.',
    selectAnyway: (count: number) => `Select ${plural(count, 'file')} anyway`,
  },

  share: {
    title: 'Share',
    copyLink: 'Copy link',
    linkSize: (characters: number) =>
      `${grouped(characters)} characters. The link contains the preset; nothing is sent to a server.`,
    linkTooLong: (length: number, longest: number) =>
      `The link would have ${grouped(length)} characters; the limit is ${grouped(longest)}. Share the file instead.`,
    copy: (format: string) => `Copy ${format}`,
    download: (format: string) => `Download ${format}`,
  },

  import: {
    title: 'Import',
    hint: 'Presets and personas as TOML or JSON, a Manual Slop project, or a repomix configuration or ignore file. You see a preview before anything is imported.',
    refused: "Couldn't import",
    text: 'Text',
    choose: 'Choose file…',
    cancel: 'Cancel',
    preview: 'Preview',
    back: 'Back',
    run: 'Import selected',
    done: 'Imported.',
    someRefused: (count: number) =>
      `${plural(count, 'entry', 'entries')} can't be imported. You can import the rest.`,
    refusedList: 'Entries that cannot be imported',
    imported: (count: number) => `Imported (${count})`,
    ignored: (count: number) => `Ignored (${count})`,
    waiting: 'selects its files by patterns. Open its folder first.',
    list: 'To import',
    preset: (name: string) => `Preset ${name}`,
    persona: (name: string) => `Persona ${name}`,
    personaKind: 'Persona',
    patterns: (count: number) => `Add ${plural(count, 'ignore pattern')} to yours, for every folder`,
    keepSummaries: (on: boolean) => `Turn ${on ? 'on' : 'off'} “Keep summaries”`,
    failed: 'Nothing was imported. Your choices are kept, so you can try again.',
    exists: 'A preset with this name already exists.',
    changes: (changes: string) => `Applying it here changes: ${changes}.`,
    add: 'Add it',
    addAs: (name: string) => `Add as ${name}`,
    replace: 'Replace existing',
    skip: 'Skip',
  },
} as const;
