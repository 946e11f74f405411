/** All texts of the guide. Views, settings, and commands bring their own names. */
import { EXAMPLE } from '../../../app/guide/exampleViews';

export const TEXT = {
  title: 'Guide',
  contents: 'Contents',

  views: {
    title: 'How much of a file the model sees',
    intro: `One file of the sample project, ${EXAMPLE}, as each mode prints it. Press the key in the tree to set the mode of the highlighted files.`,
    share: (percent: number) => `${percent}%`,
    text: (view: string) => `The file as ${view}`,
    loading: 'Rendering…',
    failed: (reason: string) => `Couldn't render the example: ${reason}.`,
    marks: 'Other keys in the tree:',
  },

  detail: {
    title: 'Three ways to say how much',
    byHand: {
      title: 'By hand, file by file',
      points: [
        'Press a key in the tree, or open the menu of a file to see what each mode would count.',
        'A folder passes its mode on to files that you select in it later.',
        'In the file tab, choose symbols or drag over lines to show only those.',
      ],
    },
    all: {
      title: 'Detail, for all files at once',
      intro: 'Below the task. Each choice shows the token count it would give.',
      more: 'A role and a summary style decide what summaries contain.',
    },
    saved: {
      title: 'A persona or a preset',
      points: [
        'A persona sets the role, the detail, the system prompt, and possibly a model and a budget.',
        'A preset also selects its files, each in its mode.',
        'Both only fill in settings. You can change each of them afterwards, update or revert the saved one, or undo.',
      ],
    },
    order: {
      title: 'What overrides what',
      intro: 'The first line that applies to a file decides:',
      points: [
        'Not included: the file is listed but never copied.',
        'Always in full.',
        'A mode that you set by hand after you chose the detail.',
        'The detail for all files, whether you chose it or a persona did. Focus files are in full if the detail says so.',
        "The file's own mode, which is the full text until you set another.",
      ],
      last: 'The last explicit choice wins. If you choose a detail or a persona again, it applies to all files; their own modes come back with “Per file”. If a mode would print more than the full text, the full text is printed.',
    },
  },

  keys: { title: 'Keys' },

  privacy: {
    title: 'What leaves your machine',
    nothing: 'Nothing.',
    points: [
      'Strata has no server, no account, and no telemetry. Reading, counting, finding likely files, and rendering happen in this browser, without a model.',
      'Its Content Security Policy allows connections to its own files only, so the browser would block any other.',
      'Selections, presets, discussions, and settings are stored in this browser. A folder is changed only when you confirm a change to strata.toml or save numbered files.',
      'The document goes where you paste it.',
    ],
    exception:
      'The one exception is yours to make: a separate page sends the files or messages you choose to a model endpoint you name, such as Ollama on your machine. It opens only when you ask a model for summaries, and shows the address first.',
  },
} as const;

/** A place of the guide to open it at. */
export type GuidePlace = 'views' | 'detail' | 'saved' | 'keys' | 'privacy';
