import type { Import } from '../../core/presets/importers/importer';
import type { Offered } from '../presets/offered';
import type { ImportWishes } from '../presets/presetImport';
import type { PresetPlan } from '../presets/presetPlan';
import type { ReportedImport } from './report';
import type { ScriptedPage } from './scriptedPage';

/** Changes settings, and imports presets and personas. */
export interface PresetAutomation {
  /** Sets a setting by its key in preset files. Rejects if the value is invalid. */
  set(key: string, text: string): Promise<void>;
  /** Applies a persona's settings. */
  setPersona(name: string): Promise<void>;
  /** Imports a preset from a text and applies it. Rejects if the import is refused. */
  applyPreset(text: string, fileName: string): Promise<void>;
  /** The same for a persona. */
  applyPersona(text: string, fileName: string): Promise<void>;
}

const NO_WISHES: ImportWishes = { presets: [], personas: [], ignorePatterns: [], keepSummaries: undefined };

export function automatePresets({ app, open, whenIdle, notes }: ScriptedPage): PresetAutomation {
  const take = async (offered: Offered, kind: 'preset' | 'persona') => {
    const { readOffered } = await import('../presets/presetImport');
    const read = await readOffered(offered);
    const where = offered.fileName === '' ? 'the text' : offered.fileName;
    if (read.kind === 'refused') throw new Error(`${where}: ${read.place}: ${read.reason}`);
    notes.imports.push(reportedImport(where, read, kind));
    return read;
  };
  return {
    async set(key, text) {
      const { optionsFromText } = await import('../../core/presets/settingText');
      const read = optionsFromText(key, text);
      if (read.kind === 'refused') throw new Error(read.reason);
      open().setOptions(read.options, `Set ${key}`);
      await whenIdle();
    },
    setPersona(name) {
      const persona = app.personas.byName(name);
      if (persona === undefined) {
        const known = app.personas.list.map((one) => one.name).join(', ');
        throw new Error(`there is no persona "${name}"; known: ${known}`);
      }
      app.personaActions.apply(open(), persona.value);
      return whenIdle();
    },
    async applyPreset(text, fileName) {
      const workspace = open();
      const { presetFrom } = await import('../presets/presetImport');
      const { lookForFiles, planPreset } = await import('../presets/presetPlan');
      const { presets, ignorePatterns = [] } = await take({ fileName, text }, 'preset');
      const [first] = presets;
      if (first === undefined) throw new Error(`${fileName} contains no preset`);
      const faults = await app.storeImport({ ...NO_WISHES, ignorePatterns });
      if (faults.length > 0) throw new Error(`${fileName}: ${faults.join('; ')}`);
      await whenIdle();
      const preset = await presetFrom(first, workspace);
      if (preset !== undefined) {
        const likely = await lookForFiles(workspace, preset);
        const plan = planPreset(workspace, preset, { likely });
        await app.presetActions.apply(preset, plan);
        notes.absent.push(...absentFrom(plan, preset.name));
      }
      await whenIdle();
    },
    async applyPersona(text, fileName) {
      const [persona] = (await take({ fileName, text }, 'persona')).personas;
      if (persona === undefined) throw new Error(`${fileName} contains no persona`);
      app.personaActions.apply(open(), persona);
      await whenIdle();
    },
  };
}

/** The import of the first preset or persona, which is the only one applied. */
function reportedImport(file: string, read: Import, kind: 'preset' | 'persona'): ReportedImport {
  const { imported, ignored, refused, presets, personas } = read;
  const [first, ...others] = kind === 'preset' ? presets.map(({ preset }) => preset) : personas;
  const unused = others.map(({ name }) => `“${name}” is ignored; only “${first?.name}” is applied`);
  return {
    file,
    imported,
    ignored: [...ignored, ...unused],
    refused: refused.map(({ place, reason }) => `${place}: ${reason}`),
  };
}

function absentFrom({ gone, missingAdded, asked }: PresetPlan, preset: string): readonly string[] {
  const why = 'but not selected because it may contain secrets or is very large';
  return [
    ...[...gone.map(({ path }) => path), ...missingAdded].map(
      (path) => `${path}: in preset ${preset}, but not in this folder`,
    ),
    ...asked.map((path) => `${path}: in preset ${preset}, ${why}`),
  ];
}
