import type { Cut, FileImport, SymbolKind } from '../facts/fileFacts';
import { lineTable } from '../facts/lineTable';
import { LONG_STATEMENT, makeCut } from './cuts';
import { extendLead, leadAt, NO_LEAD } from './lead';
import type { MutableSymbol, Scan, ScannerRules } from './rules';
import { textLines } from './textLines';

export const dockerfile: ScannerRules = {
  kind: 'scanner',
  id: 'dockerfile',
  family: 'code',
  words: { pattern: /^\s{0,80}#[^\n]*|\$\{?([A-Za-z_]\w*)|--from=([\w.-]+)|^FROM\s+([\w.-]+)(?=\s)/gim },
  scan: scanDockerfile,
};

const MAX_SYMBOLS = 5_000;

/** An instruction with its continuation lines. */
interface Instruction {
  /** In capitals; `ONBUILD RUN` for a deferred one. */
  readonly name: string;
  /** The text after the name on the first line. */
  readonly rest: string;
  readonly start: number;
  readonly firstEnd: number;
  end: number;
  /** Span of a here-document's text. */
  heredoc?: { readonly start: number; end: number };
}

/** Finds stages with their instructions, variables, and images as imports. Cuts long commands. */
function scanDockerfile(text: string): Scan {
  const source = { text, lines: lineTable(text) };
  const symbols: MutableSymbol[] = [];
  const imports: FileImport[] = [];
  const cuts: Cut[] = [];
  let stage: (typeof symbols)[number] | undefined;
  const stages = new Set<string>();
  let lead = NO_LEAD;

  function declare(kind: SymbolKind, name: string, { start, end, firstEnd }: Instruction): void {
    if (symbols.length >= MAX_SYMBOLS || name === '') return;
    const { comment } = leadAt(source, lead, start);
    const doc = comment === undefined ? {} : { doc: comment };
    symbols.push({
      kind,
      name: name.slice(0, 200),
      depth: stage === undefined ? 0 : 1,
      start,
      end,
      signatureEnd: firstEnd,
      ...doc,
    });
  }

  for (const read of instructionsOf(text)) {
    if (read.kind === 'comment') {
      lead = extendLead(source, lead, read, 'comment');
      continue;
    }
    const { instruction } = read;
    const { name, rest, start, end } = instruction;
    switch (name) {
      case 'FROM': {
        const image = rest.split(/\s+/).find((word) => word !== '' && !word.startsWith('--')) ?? '';
        const alias = /\sAS\s+(\S+)/i.exec(rest)?.[1];
        if (stage !== undefined) stage.end = start;
        stage = undefined;
        declare('Module', alias ?? image, instruction);
        stage = symbols.at(-1);
        if (stage !== undefined) stage.end = text.length;
        if (image !== '' && image !== 'scratch' && !stages.has(image))
          imports.push({ kind: 'import', sources: [image], start, end });
        if (alias !== undefined) stages.add(alias);
        break;
      }
      case 'ARG':
      case 'ENV':
        for (const variable of variablesOf(text.slice(start, Math.min(end, start + 20_000))))
          declare('Const', variable, instruction);
        break;
      default:
        declare('Key', name, instruction);
    }
    const cut = cutOf(source, instruction);
    if (cut !== undefined) cuts.push(cut);
    lead = NO_LEAD;
  }
  return { symbols, imports, cuts };
}

type Read =
  | { readonly kind: 'comment'; readonly start: number; readonly end: number }
  | { readonly kind: 'instruction'; readonly instruction: Instruction };

function* instructionsOf(text: string): Generator<Read, undefined> {
  const escape = /^\s*#\s*escape\s*=\s*`/im.test(text.slice(0, 200)) ? '`' : '\\';
  let open: Instruction | undefined;
  let heredoc: string | undefined;
  for (const { text: line, start, end } of textLines(text)) {
    if (open?.heredoc !== undefined && heredoc !== undefined) {
      open.end = end;
      if (line.trim() !== heredoc) {
        open.heredoc.end = end;
        continue;
      }
      yield { kind: 'instruction', instruction: open };
      open = undefined;
      heredoc = undefined;
      continue;
    }
    const isComment = /^\s*#/.test(line);
    if (isComment || line.trim() === '') {
      // Within a continued command, comments are skipped.
      if (open === undefined && isComment) yield { kind: 'comment', start: start + line.search(/#/), end };
      continue;
    }
    if (open === undefined) {
      const [, name = '', rest = ''] = /^\s*((?:ONBUILD\s+)?[A-Za-z]+)(?=\s|$)(.*)$/i.exec(line) ?? [];
      if (name === '') continue;
      const from = start + line.length - line.trimStart().length;
      open = { name: name.toUpperCase().replace(/\s+/, ' '), rest, start: from, firstEnd: end, end };
    } else open.end = end;
    const tail = text.slice(Math.max(start, end - 80), end).trimEnd();
    const document = /^(?:RUN|COPY|ADD|ONBUILD)\b/.test(open.name)
      ? /<<-?(["']?)(\w+)\1/.exec(line)?.[2]
      : undefined;
    if (document !== undefined) {
      heredoc = document;
      open.heredoc = { start: end, end };
    } else if (!tail.endsWith(escape)) {
      yield { kind: 'instruction', instruction: open };
      open = undefined;
    }
  }
  if (open !== undefined) yield { kind: 'instruction', instruction: open };
}

/** `ENV A=1 B="two words"`, `ENV A 1`, `ARG A`. */
function variablesOf(written: string): readonly string[] {
  const assigned = written.replace(/^\s*\w+\s+/, '').replaceAll(/^\s*#.*$/gm, '');
  const pairs = [
    ...assigned.matchAll(/([A-Za-z_]\w*)=(?:"(?:[^"\\]|\\[^])*"?|'[^']*'?|(?:[^\s\\]|\\[^])*)|\S+/g),
  ];
  const names = pairs.flatMap(([, name]) => (name === undefined ? [] : [name]));
  return names.length > 0 ? names : [...[/^[A-Za-z_]\w*/.exec(assigned)?.[0] ?? []].flat()];
}

/** Cuts shell commands after their first line, and here-documents between their markers. */
function cutOf(
  source: { text: string; lines: ReturnType<typeof lineTable> },
  instruction: Instruction,
): Cut | undefined {
  const { name, rest, firstEnd, end, heredoc } = instruction;
  const long = (cut: Cut | undefined): Cut | undefined =>
    cut === undefined || cut.endLine - cut.startLine < LONG_STATEMENT ? undefined : cut;
  if (heredoc !== undefined) return long(makeCut(source, heredoc, heredoc, { text: '\n# %' }));
  if (!/^(?:ONBUILD )?(?:RUN|CMD|ENTRYPOINT|HEALTHCHECK)$/.test(name) || /^\s*\[/.test(rest))
    return undefined;
  const first = source.text.slice(instruction.start, firstEnd).trimEnd();
  const kept = first.slice(0, -1).trimEnd();
  const content = { start: firstEnd, end };
  return long(makeCut(source, { start: instruction.start + kept.length, end }, content, { text: ' # %' }));
}
