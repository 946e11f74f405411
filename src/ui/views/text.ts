/** All texts of the start page, the workbench and the page as a whole. The endpoint page has its own file. */
import { plural } from '../shared/numbers';

export const TEXT = {
  landing: {
    name: 'Strata',
    lead: 'Open a code folder, choose what the model should see, and paste one document into ChatGPT, Claude, Gemini, or any other chat.',
    promise: 'Nothing leaves this machine.',
    presetShared: 'A preset was shared with you.',
    presetWaiting: 'A preset is ready to import.',
    presetHint: 'Open its folder to preview the changes before you apply them.',
    dismiss: 'Dismiss',
    reopen: (folder: string) => `Reopen ${folder}`,
    reopenHint:
      'The browser asks for access again after a reload. It remembers folders opened with the button below longer than dropped folders.',
    open: 'Open folder…',
    openArchive: 'Open archive…',
    openRepository: 'Open a public repository…',
    archiveTypes: '.zip,.tar,.tgz,.gz',
    sample: 'Try the sample',
    drop: 'or drop a folder or an archive anywhere',
    snapshotOnly:
      'This browser gives pages only a copy of the file list. Open the folder or archive again to see changes on disk and after a reload; numbered files are saved as downloads. Chrome, Edge and other Chromium browsers keep the folder live.',
    points: [
      {
        title: 'As much of each file as you need:',
        text: 'the whole text, its signatures, an outline, a summary, or just the functions and lines you choose.',
      },
      {
        title: 'Exact token counts',
        text: 'for every file, folder, and view, before you copy.',
      },
      {
        title: 'Round after round:',
        text: 'your selection, presets, instructions, and the conversation stay with the folder.',
      },
    ],
    recent: 'Recent folders',
    forget: (folder: string) => `Forget ${folder}`,
    foot: 'Static files, no server, no account. Works offline after the first visit.',
    guide: 'Guide',
    licenses: 'Licenses',
  },

  documentsAdded: (names: readonly string[]) =>
    `Added ${names.join(', ')} to the documents. See the Sources tab.`,

  panes: {
    label: 'Panes',
    middle: 'Middle pane',
    tree: 'Files',
    preview: 'Preview',
    file: 'File',
    discussion: 'Discussion',
    sources: 'Sources',
    reply: 'Reply',
    side: 'Context',
    showTree: 'Show files',
    showSide: 'Show context',
    withKeys: (title: string, keys: string) => `${title} (${keys})`,
    total: (tokens: string, files: number) => `${tokens} in ${plural(files, 'file')}`,
  },

  page: {
    title: (folder: string) => `${folder} - Strata`,
    partMissing:
      "Couldn't load a part of Strata: there is a newer version, or the network is down. Your work is kept.",
    superseded:
      'A newer version of Strata is open in this browser, so this tab no longer saves. Reload it to continue.',
    drop: 'Drop a folder or an archive to open it, or a preset to import it',
    dropOpen: 'Drop images to add them, a folder or an archive to open it, or a preset to import it',
  },
} as const;
