import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { MESSAGES_FORMATS, type MessagesFormat } from '../../src/core/apiMessages/format';
import { LAYOUTS, type DiffStart } from '../../src/core/settings/settings';

/** Ticks and unticks run in the order of the command line, so that a later one wins. */
export type Tick =
  | { readonly kind: 'tick' | 'untick'; readonly glob: string }
  /** The files that git says have changed. */
  | { readonly kind: 'changed'; readonly start: DiffStart };

export interface DriveCommand {
  readonly folder: string;
  readonly ticks: readonly Tick[];
  readonly layout?: string;
  /** Tokens that each cached tier must have. */
  readonly cacheTarget?: number;
  /** For all ticked files. */
  readonly mode?: string;
  readonly strategy?: string;
  /** By their keys in preset files; a later one wins. */
  readonly settings?: readonly { readonly key: string; readonly text: string }[];
  /** A name, or a file that contains one. */
  readonly persona?: string;
  /** A file to import: TOML, JSON, or any other supported format. Applied before anything is ticked. */
  readonly preset?: string;
  /** Files to add as documents: a path in the folder, or another file as an attachment. */
  readonly documents?: readonly string[];
  /** A file with conversations: an export of a chat, JSON, TOML, or text. The first one goes into the document. */
  readonly history?: string;
  /** How secrets in the output are handled. By default, nothing is written if there are any. */
  readonly secrets?: SecretsPolicy;
  /** A file with the text of the system prompt. Replaces the one of a persona. */
  readonly system?: string;
  /** A file with the task. */
  readonly prompt?: string;
  /** Files with the texts of the URLs in the task, in their order. */
  readonly urlTexts?: readonly string[];
  /** A file with the model's answer to it. After copying, both are added to the discussion. */
  readonly answer?: string;
  /** A file with a reply, whose edits are accepted after copying. */
  readonly reply?: {
    readonly file: string;
    readonly accepted: 'sure' | 'all';
    /** Output folder for a copy of the folder, which is opened instead of it and gets the accepted edits. */
    readonly written?: string;
    /** Output path for the accepted edits as a patch. */
    readonly patchOut?: string;
  };
  /** Whether to compress the discussion by rules before copying. */
  readonly compress?: true;
  /** Files whose used files are ticked, and the number of steps to follow. */
  readonly needs?: { readonly paths: readonly string[]; readonly steps: number };
  /** Output path for the links between files: JSON or TSV, depending on the extension. */
  readonly edges?: string;
  /** The number of likely files to report. */
  readonly suggest?: number;
  /** The token budget to fit the document to before copying. */
  readonly fit?: {
    readonly tokens: number;
    /** True if files may be shown by their best lines. */
    readonly focused: boolean;
    /** The files that may be shown: those in the folder that the task concerns, or the ticked ones. */
    readonly scope: 'folder' | 'selected';
  };
  /** Image files: those in the folder stay there, others become attachments. */
  readonly screenshots?: readonly string[];
  /** The document is copied this many times. */
  readonly turns?: {
    readonly count: number;
    /** Run by the shell in the folder before each turn but the first. */
    readonly between?: string;
    /** True if turns after the first copy only what has changed. */
    readonly changesOnly: boolean;
  };
  /** Output folder for what each turn copied. */
  readonly turnsOut?: string;
  /** Splits the document into parts of at most so many tokens, in files of this folder. */
  readonly parts?: { readonly tokens: number; readonly out: string };
  /** Writes the document as messages into this file. */
  readonly messages?: { readonly format: MessagesFormat; readonly out: string };
  /** Path for the composition as a preset: TOML or JSON, depending on the extension. */
  readonly exportPreset?: string;
  /** Names, paths or parts of paths of ticked files. */
  readonly focus?: readonly string[];
  readonly out?: string;
  readonly report?: string;
}

export const SECRETS_POLICIES = ['report', 'mask', 'off'] as const;
export type SecretsPolicy = (typeof SECRETS_POLICIES)[number];

export type ParsedCommand =
  | { readonly kind: 'command'; readonly command: DriveCommand }
  | { readonly kind: 'refused'; readonly reason: string };

export const usage =
  'npm run --silent drive -- --folder DIR [--tick GLOB]... [--untick GLOB]... [--tick-changed HEAD|BASE] [--needs PATH]... [--steps N] [--layout NAME] [--cache-target TOKENS] [--mode MODE] [--strategy NAME] [--map off|rest|all] [--git-diff HEAD|BASE] [--git-log N] [--beads on|off] [--document FILE]... [--screenshot FILE]... [--set KEY=VALUE]... [--preset FILE] [--history FILE] [--system FILE] [--prompt FILE] [--url-paste FILE]... [--answer FILE] [--reply FILE [--accept sure|all] [--write --written DIR] [--patch-out FILE]] [--compress] [--suggest N] [--fit TOKENS [--focused on|off] [--fit-selected]] [--persona NAME|FILE] [--focus PATH]... [--turns N [--between COMMAND] [--changes-only] [--turns-out DIR]] [--parts TOKENS --parts-out DIR] [--messages anthropic|openai|text --messages-out FILE] [--secrets report|mask|off] [--out FILE] [--export-preset FILE] [--edges FILE] [--report FILE]';

export function parseCommandLine(args: readonly string[]): ParsedCommand {
  const parsed = parseFlags(args);
  if (typeof parsed === 'string') return refused(parsed);
  const { values, ticks } = parsed;
  const { folder, layout, mode, strategy, persona, preset, focus, out, report } = values;
  const { history, system, prompt, answer, compress, document: documents } = values;
  if (documents?.includes('') === true) return refused('--document names no file');
  const exportPreset = values['export-preset'];
  const urlTexts = values['url-paste'];
  const { screenshot: screenshots } = values;
  if (screenshots?.includes('')) return refused('--screenshot names no file');
  if (folder === undefined || folder === '') return refused('--folder is missing');
  const git = gitSettings(values);
  if (typeof git === 'string') return refused(git);
  if (ticks.some((each) => each === undefined)) return refused('--tick-changed wants HEAD or BASE');
  if (values.beads !== undefined && values.beads !== 'on' && values.beads !== 'off')
    return refused('--beads wants on or off');
  const beads = values.beads === undefined ? [] : [`beads=${values.beads}`];
  const map = values.map === undefined ? [] : [`symbol_map=${values.map}`];
  const set = [...(values.set ?? []), ...map, ...git, ...beads];
  const settings = set.length === 0 ? undefined : set.map(settingOf);
  if (settings?.includes(undefined)) return refused('--set wants KEY=VALUE');
  if (values.suggest !== undefined && !/^[1-9]\d{0,5}$/.test(values.suggest))
    return refused('--suggest wants a number of files');
  const { needs, steps, edges } = values;
  if (steps !== undefined && !/^[1-9]$/.test(steps)) return refused('--steps wants a number from 1 to 9');
  if (steps !== undefined && needs === undefined) return refused('--steps needs --needs');
  const fit = fitOf(values);
  if (typeof fit === 'string') return refused(fit);
  const turns = turnsOf(values);
  if (typeof turns === 'string') return refused(turns);
  const parts = partsOf(values);
  if (typeof parts === 'string') return refused(parts);
  const messages = messagesOf(values);
  if (typeof messages === 'string') return refused(messages);
  const reply = replyOf(values);
  if (typeof reply === 'string') return refused(reply);
  const cacheTarget = values['cache-target'];
  if (cacheTarget !== undefined && !/^\d{1,9}$/.test(cacheTarget))
    return refused('--cache-target wants a number of tokens');
  const turnsOut = values['turns-out'];
  const files = {
    preset,
    history,
    system,
    prompt,
    answer,
    persona,
    out,
    edges,
    report,
    'export-preset': exportPreset,
    'turns-out': turnsOut,
  };
  if (urlTexts?.includes('')) return refused('--url-paste names no file');
  const empty = Object.entries(files).find(([, file]) => file === '');
  if (empty !== undefined) return refused(`--${empty[0]} names no file`);
  if (layout !== undefined && !LAYOUTS.some((known) => known === layout))
    return refused(`there is no layout "${layout}"; known: ${LAYOUTS.join(', ')}`);
  const secrets = SECRETS_POLICIES.find((known) => known === values.secrets);
  if (values.secrets !== undefined && secrets === undefined)
    return refused(`--secrets wants ${SECRETS_POLICIES.join(', ')}`);
  return {
    kind: 'command',
    command: {
      folder,
      ticks: ticks.filter((each) => each !== undefined),
      ...(secrets !== undefined && { secrets }),
      ...(layout !== undefined && { layout }),
      ...(cacheTarget !== undefined && { cacheTarget: Number(cacheTarget) }),
      ...(mode !== undefined && { mode }),
      ...(strategy !== undefined && { strategy }),
      ...(settings !== undefined && { settings: settings.filter((setting) => setting !== undefined) }),
      ...(persona !== undefined && { persona }),
      ...(preset !== undefined && { preset }),
      ...(documents !== undefined && { documents }),
      ...(history !== undefined && { history }),
      ...(system !== undefined && { system }),
      ...(prompt !== undefined && { prompt }),
      ...(urlTexts !== undefined && { urlTexts }),
      ...(answer !== undefined && { answer }),
      ...(reply !== undefined && { reply }),
      ...(compress === true && { compress }),
      ...(needs !== undefined && { needs: { paths: needs, steps: Number(steps ?? 1) } }),
      ...(edges !== undefined && { edges }),
      ...(values.suggest !== undefined && { suggest: Number(values.suggest) }),
      ...(fit !== undefined && { fit }),
      ...(turns !== undefined && { turns }),
      ...(turnsOut !== undefined && { turnsOut }),
      ...(parts !== undefined && { parts }),
      ...(messages !== undefined && { messages }),
      ...(exportPreset !== undefined && { exportPreset }),
      ...(focus !== undefined && { focus }),
      ...(screenshots !== undefined && { screenshots }),
      ...(out !== undefined && { out }),
      ...(report !== undefined && { report }),
    },
  };
}

/**
 * The absolute path of a file, relative to the user's folder; a plain name is returned unchanged, even if a folder has
 * such a file.
 */
export function fileOrName(here: string, text: string): string {
  const path = resolve(here, text);
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? path : text;
}

/** Returns a string if the flags are wrong, saying why. */
function parseFlags(args: readonly string[]) {
  try {
    const { values, tokens } = parseArgs({
      args: [...args],
      strict: true,
      tokens: true,
      options: {
        folder: { type: 'string' },
        tick: { type: 'string', multiple: true },
        untick: { type: 'string', multiple: true },
        'tick-changed': { type: 'string', multiple: true },
        'git-diff': { type: 'string' },
        'git-log': { type: 'string' },
        layout: { type: 'string' },
        'cache-target': { type: 'string' },
        mode: { type: 'string' },
        strategy: { type: 'string' },
        set: { type: 'string', multiple: true },
        map: { type: 'string' },
        beads: { type: 'string' },
        document: { type: 'string', multiple: true },
        screenshot: { type: 'string', multiple: true },
        persona: { type: 'string' },
        preset: { type: 'string' },
        history: { type: 'string' },
        system: { type: 'string' },
        prompt: { type: 'string' },
        'url-paste': { type: 'string', multiple: true },
        reply: { type: 'string' },
        accept: { type: 'string' },
        write: { type: 'boolean' },
        written: { type: 'string' },
        'patch-out': { type: 'string' },
        answer: { type: 'string' },
        compress: { type: 'boolean' },
        suggest: { type: 'string' },
        needs: { type: 'string', multiple: true },
        steps: { type: 'string' },
        edges: { type: 'string' },
        fit: { type: 'string' },
        focused: { type: 'string' },
        'fit-selected': { type: 'boolean' },
        turns: { type: 'string' },
        between: { type: 'string' },
        'changes-only': { type: 'boolean' },
        'turns-out': { type: 'string' },
        parts: { type: 'string' },
        'parts-out': { type: 'string' },
        messages: { type: 'string' },
        'messages-out': { type: 'string' },
        'export-preset': { type: 'string' },
        secrets: { type: 'string' },
        focus: { type: 'string', multiple: true },
        out: { type: 'string' },
        report: { type: 'string' },
      },
    });
    const ticks = tokens.flatMap((token) =>
      token.kind === 'option' ? tickOf(token.name, token.value ?? '') : [],
    );
    return { values, ticks };
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
  }
}

/** One tick, or none for other flags. Undefined for a wrong value. */
function tickOf(flag: string, value: string): readonly (Tick | undefined)[] {
  if (flag === 'tick' || flag === 'untick') return [{ kind: flag, glob: value }];
  if (flag !== 'tick-changed') return [];
  const start = diffStartOf(value);
  return [start && { kind: 'changed', start }];
}

function diffStartOf(text: string): DiffStart | undefined {
  if (text === 'HEAD') return 'head';
  return text === 'BASE' ? 'base' : undefined;
}

interface GitFlags {
  readonly 'git-diff'?: string;
  readonly 'git-log'?: string;
}

/** Settings by their keys in preset files. Returns a string if the flags are wrong, saying why. */
function gitSettings({ 'git-diff': diff, 'git-log': log }: GitFlags): readonly string[] | string {
  const start = diff === undefined ? undefined : diffStartOf(diff);
  if (diff !== undefined && start === undefined) return '--git-diff wants HEAD or BASE';
  if (log !== undefined && !/^[1-9]\d{0,5}$/.test(log)) return '--git-log wants a number of commits';
  return [
    ...(start === undefined ? [] : [`git_changes=${start}`]),
    ...(log === undefined ? [] : [`git_log=${log}`]),
  ];
}

interface FitFlags {
  readonly fit?: string;
  readonly focused?: string;
  readonly 'fit-selected'?: boolean;
}

/** Returns a string if the flags are wrong, saying why. */
function fitOf({ fit, focused, 'fit-selected': selected }: FitFlags): DriveCommand['fit'] | string {
  if (fit === undefined)
    return focused === undefined && selected === undefined
      ? undefined
      : `--${focused === undefined ? 'fit-selected' : 'focused'} needs --fit`;
  if (!/^\d{1,9}$/.test(fit)) return '--fit wants a number of tokens';
  if (focused !== undefined && focused !== 'on' && focused !== 'off') return '--focused wants on or off';
  return {
    tokens: Number(fit),
    focused: focused !== 'off',
    scope: selected === true ? 'selected' : 'folder',
  };
}

interface TurnFlags {
  readonly turns?: string;
  readonly between?: string;
  readonly 'changes-only'?: boolean;
  readonly 'turns-out'?: string;
}

interface OtherForms {
  readonly parts?: string;
  readonly 'parts-out'?: string;
  readonly messages?: string;
  readonly 'messages-out'?: string;
}

/** Returns a string if the flags are wrong, saying why. */
function partsOf({ parts, 'parts-out': out }: OtherForms): DriveCommand['parts'] | string {
  if (parts === undefined && out === undefined) return undefined;
  if (parts === undefined || out === undefined || out === '')
    return '--parts and --parts-out need each other';
  if (!/^[1-9]\d{0,8}$/.test(parts)) return '--parts wants a number of tokens';
  return { tokens: Number(parts), out };
}

/** Returns a string if the flags are wrong, saying why. */
function messagesOf({ messages, 'messages-out': out }: OtherForms): DriveCommand['messages'] | string {
  if (messages === undefined && out === undefined) return undefined;
  if (messages === undefined || out === undefined || out === '')
    return '--messages and --messages-out need each other';
  const format = MESSAGES_FORMATS.find((known) => known === messages);
  return format === undefined ? `--messages wants one of ${MESSAGES_FORMATS.join(', ')}` : { format, out };
}

/** Returns a string if the flags are wrong, saying why. */
function turnsOf({ turns, ...others }: TurnFlags): DriveCommand['turns'] | string {
  const { between, 'changes-only': changesOnly, 'turns-out': turnsOut } = others;
  if (turns === undefined) {
    const needing = Object.entries({ between, 'changes-only': changesOnly, 'turns-out': turnsOut });
    const [flag] = needing.find(([, value]) => value !== undefined) ?? [];
    return flag === undefined ? undefined : `--${flag} needs --turns`;
  }
  if (!/^[1-9]\d{0,2}$/.test(turns)) return '--turns wants a number from 1 to 999';
  if (between === '') return '--between names no command';
  return {
    ...{ count: Number(turns), changesOnly: changesOnly === true },
    ...(between !== undefined && { between }),
  };
}

interface ReplyFlags {
  readonly reply?: string;
  readonly accept?: string;
  readonly write?: boolean;
  readonly written?: string;
  readonly 'patch-out'?: string;
}

/** Returns a string if the flags are wrong, saying why. */
function replyOf({
  reply,
  accept,
  write,
  written,
  'patch-out': patchOut,
}: ReplyFlags): DriveCommand['reply'] | string {
  if (reply === undefined) {
    const needing = Object.entries({ accept, write, written, 'patch-out': patchOut });
    const [flag] = needing.find(([, value]) => value !== undefined) ?? [];
    return flag === undefined ? undefined : `--${flag} needs --reply`;
  }
  if (reply === '') return '--reply names no file';
  if (accept !== undefined && accept !== 'sure' && accept !== 'all') return '--accept wants sure or all';
  if ((write === true) !== (written !== undefined) || written === '')
    return '--write and --written need each other';
  if (patchOut === '') return '--patch-out names no file';
  return {
    ...{ file: reply, accepted: accept ?? 'sure' },
    ...(written !== undefined && { written }),
    ...(patchOut !== undefined && { patchOut }),
  };
}

function settingOf(text: string): { readonly key: string; readonly text: string } | undefined {
  const [, key, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  return key === undefined || value === undefined ? undefined : { key, text: value };
}

function refused(reason: string): ParsedCommand {
  return { kind: 'refused', reason };
}
