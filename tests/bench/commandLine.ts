import { parseArgs } from 'node:util';

export interface BenchCommand {
  /** Empty for the bench's default folder. */
  readonly folders: readonly string[];
  readonly runs: number;
  readonly parts: readonly Part[];
  /** File for the figures as JSON. */
  readonly json?: string;
  /** Uses packages fetched by an earlier run. */
  readonly offline: boolean;
  /** Instead of measuring, profiles one phase. */
  readonly profile?: Phase;
  /** Instead of measuring, runs one check. */
  readonly check?: Check;
}

const PARTS = ['floor', 'repomix', 'open', 'find', 'tick', 'copy', 'skeletons', 'counting', 'size'] as const;
export type Part = (typeof PARTS)[number];

export const PHASES = ['floor', 'cold', 'warm', 'find', 'tick', 'copy'] as const;
export type Phase = (typeof PHASES)[number];

const CHECKS = [
  ...[
    'readback',
    'symbols',
    'references',
    'savings',
    'anchors',
    'kills',
    'ranking',
    'layers',
    'replay',
    'replies',
    'requests',
    'secrets',
  ],
] as const;
export type Check = (typeof CHECKS)[number];

export type ParsedBench =
  | { readonly kind: 'command'; readonly command: BenchCommand }
  | { readonly kind: 'refused'; readonly reason: string };

export const usage = [
  'npm run bench -- [FOLDER]... [--runs N] [--only NAME]... [--json FILE] [--offline] [--profile NAME] [--check NAME]',
  `  --only     ${PARTS.join(', ')}`,
  `  --profile  ${PHASES.join(', ')}`,
  `  --check    ${CHECKS.join(', ')}`,
].join('\n');

export function parseBench(args: readonly string[]): ParsedBench {
  const parsed = parseFlags(args);
  if (typeof parsed === 'string') return { kind: 'refused', reason: parsed };
  const { values, positionals } = parsed;
  const runs = Number(values.runs ?? 3);
  if (!Number.isInteger(runs) || runs < 1) return { kind: 'refused', reason: '--runs takes a number from 1' };
  const parts = values.only ?? PARTS;
  const unknown = parts.find((part) => !PARTS.includes(part as Part));
  if (unknown !== undefined)
    return { kind: 'refused', reason: `there is nothing to measure called ${unknown}` };
  const { profile, check, json } = values;
  if (profile !== undefined && !PHASES.includes(profile as Phase))
    return { kind: 'refused', reason: `there is no phase called ${profile}` };
  if (check !== undefined && !CHECKS.includes(check as Check))
    return { kind: 'refused', reason: `there is no check called ${check}` };
  if (check === 'ranking' && positionals.length !== 2)
    return { kind: 'refused', reason: '--check ranking takes a list of commits and a folder of clones' };
  return {
    kind: 'command',
    command: {
      folders: positionals,
      runs,
      parts: PARTS.filter((part) => parts.includes(part)),
      offline: values.offline ?? false,
      ...(json !== undefined && { json }),
      ...(profile !== undefined && { profile: profile as Phase }), // checked above
      ...(check !== undefined && { check: check as Check }), // checked above
    },
  };
}

/** Returns a string if the flags are wrong, saying why. */
function parseFlags(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: true,
      options: {
        runs: { type: 'string' },
        only: { type: 'string', multiple: true },
        json: { type: 'string' },
        offline: { type: 'boolean' },
        profile: { type: 'string' },
        check: { type: 'string' },
      },
    });
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
  }
}
