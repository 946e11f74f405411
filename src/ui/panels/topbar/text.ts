/** All texts of the top bar and its menus. Commands bring their titles. */
import { grouped, plural } from '../../shared/numbers';

export const TEXT = {
  heading: (folder: string) => `Strata: ${folder}`,
  folder: 'Folder',
  folderButton: (name: string) => `Folder ${name}`,
  refresh: 'Refresh folder',
  withKeys: (title: string, keys: string) => `${title} (${keys})`,
  goToFile: 'Go to file',
  commands: 'Commands',
  settings: 'Settings',

  /** For a preset or persona that has changed since it was applied. */
  changed: ' (modified)',
  update: (name: string) => `Update ${name}`,
  revert: (name: string) => `Revert to ${name}`,

  preset: {
    menu: 'Preset',
    button: (name: string) => `Preset: ${name}`,
    label: 'Preset:',
    none: 'none',
    noneChoice: 'None',
    noneHint: 'Keeps everything as it is',
    noneStep: 'No preset',
    manage: 'Manage presets…',
    files: (count: number) => plural(count, 'file'),
    searchAll: (count: number) => `Search all ${grouped(count)} presets…`,
  },

  persona: {
    menu: 'Persona',
    help: 'Guide: personas and presets',
    none: 'none',
    noneLabel: 'None',
    noneHint: 'No role and no system prompt',
    fromProject: (hint: string) => `From the project: ${hint}`,
    overProject: (hint: string) => `From the project, overrides yours: ${hint}`,
  },
} as const;
