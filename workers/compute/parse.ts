/** Reads the facts of a text: loads grammars on demand, parses within an allowance, frees every tree. */
import { Language, Parser, type Tree } from 'web-tree-sitter';
import type { FileFacts } from '../../src/core/facts/fileFacts';
import type { FactsOutcome, FallbackReason } from '../../src/core/facts/outcome';
import { languageOf } from '../../src/core/files/language';
import type { RepoPath } from '../../src/core/files/repoPath';
import { languageIdOfText, mayDependOnText } from '../../src/core/files/textLanguage';
import { compileRules, type CompiledRules } from '../../src/core/languages/compile';
import { extractFacts } from '../../src/core/languages/extract';
import type { GrammarId } from '../../src/core/languages/grammarIds';
import { languageRules } from '../../src/core/languages/registry';
import type { GrammarRules, LanguageRules, PartsRules } from '../../src/core/languages/rules';
import { joinParts, lineOfPart, scanFacts, type PartFacts } from '../../src/core/languages/scan';
import { treeReader } from '../../src/core/languages/nodeTable';
import type { SyntaxTree } from '../../src/core/languages/syntax';
import { parseAllowance, type Patience } from './parseLimits';
import type { Progress } from './progress';
import { nodeReader } from './treeNodes';

/** In UTF-16 units; parsing a longer text takes more memory than a worker can spare. */
const MAX_UNITS = 2_000_000;

/** In pages of 64 KB: the values that the runtime is built for and would choose itself. */
const RUNTIME_MEMORY = { initial: 512, maximum: 32_768 };

/** A call with arguments in most languages. Other trees of it hold errors. */
const SAMPLE = 'a(b, "c")\n';

/** The runtime's memory. All readers share both, because the runtime keeps the memory that it is started with. */
const wasmMemory = new WebAssembly.Memory(RUNTIME_MEMORY);

export interface WasmFiles {
  runtime(): Promise<Uint8Array>;
  grammar(id: GrammarId): Promise<Uint8Array>;
}

export interface FactsReader {
  /** `language` is the id that the file's name suggests, from files/language. Never rejects: if there are no facts, the outcome has a reason. */
  factsOf(text: string, language: string, patience?: Patience): Promise<FactsOutcome>;
}

interface LoadedGrammar {
  readonly parser: Parser;
  readonly compiled: CompiledRules;
  readonly syntaxOf: (tree: Tree) => SyntaxTree;
}

interface Step {
  /** Its name in progress reports. */
  readonly name: string;
  readonly patience: Patience;
}

type Outcome =
  | { readonly kind: 'facts'; readonly facts: FileFacts }
  | { readonly kind: 'none'; readonly reason: FallbackReason };

/** Whether a file can have facts, as far as its name tells. */
export function mayHaveFacts(path: RepoPath): boolean {
  const { id } = languageOf(path);
  return languageRules(id) !== undefined || mayDependOnText(id);
}

/** Callbacks of a reader. */
export interface ReaderEvents {
  /** Before a text is parsed or a grammar compiled. */
  readonly progress?: Progress;
  /** On every step of a parse. */
  alive?(): void;
  /** The runtime has aborted, and every further parse would fail. */
  broken?(error: Error): void;
  /** Bytes that the runtime holds after a parse; it never shrinks. */
  memory?(bytes: number): void;
}

/** Creates a reader. Grammars are loaded when their language first occurs. */
export function createFactsReader(
  files: WasmFiles,
  { progress = () => undefined, alive = () => undefined, broken, memory }: ReaderEvents = {},
): FactsReader {
  let runtime: Promise<void> | undefined;
  let textsRead = 0;
  const loaded = new Map<string, Promise<LoadedGrammar>>();

  function initialize(): Promise<void> {
    runtime ??= files.runtime().then((wasmBinary) => Parser.init({ wasmBinary, wasmMemory }));
    runtime.catch(() => (runtime = undefined));
    return runtime;
  }

  function load(rules: GrammarRules): Promise<LoadedGrammar> {
    const known = loaded.get(rules.id);
    if (known !== undefined) return known;
    const loading = loadGrammar(rules);
    loaded.set(rules.id, loading);
    // If a grammar failed to load, the next file tries again.
    loading.catch(() => loaded.delete(rules.id));
    return loading;
  }

  async function loadGrammar(rules: GrammarRules): Promise<LoadedGrammar> {
    await initialize();
    const language = await Language.load(await files.grammar(rules.grammar));
    progress(`compile ${rules.id}`);
    const compiled = compileRules(rules, language);
    const parser = new Parser().setLanguage(language);
    // The first parse compiles the grammar's tables.
    const sample = parser.parse(SAMPLE);
    if (sample === null) throw new Error('its grammar does not parse');
    const nodesOf = nodeReader(sample, wasmMemory);
    sample.delete();
    parser.reset();
    const readTable = treeReader(language);
    return { parser, compiled, syntaxOf: (tree) => readTable(nodesOf(tree)) };
  }

  /** All parts of a text count as one step. */
  async function read(text: string, rules: LanguageRules, step: Step): Promise<Outcome> {
    switch (rules.kind) {
      case 'scanner':
        progress(step.name);
        return { kind: 'facts', facts: scanFacts(text, rules) };
      case 'parts':
        return readParts(text, rules, step);
      case 'grammar': {
        const grammar = await load(rules);
        progress(step.name);
        const outcome = readTree(text, grammar, {
          steps: parseAllowance(text.length, step.patience),
          alive,
        });
        memory?.(wasmMemory.buffer.byteLength);
        return outcome;
      }
    }
  }

  /** Fails if any part cannot be parsed: its symbols would be missing silently. */
  async function readParts(text: string, rules: PartsRules, step: Step): Promise<Outcome> {
    const parts: PartFacts[] = [];
    let unread: string | undefined;
    for (const part of rules.parts(text)) {
      const inner = languageRules(part.language);
      if (inner === undefined) unread ??= part.owner;
      if (inner === undefined || inner.kind === 'parts') continue;
      const outcome = await read(part.held?.text ?? text.slice(part.start, part.end), inner, step);
      if (outcome.kind === 'none') {
        const { reason } = outcome;
        if (reason.kind !== 'lossy') return outcome;
        return { kind: 'none', reason: { ...reason, line: lineOfPart(text, part, reason.line) } };
      }
      parts.push({ ...part, facts: outcome.facts });
    }
    const whole = { ...scanFacts(text, rules), ...(unread === undefined ? {} : { unread }) };
    return { kind: 'facts', facts: joinParts(text, whole, parts) };
  }

  return {
    async factsOf(text, language, patience = 'usual') {
      const rules = languageRules(languageIdOfText(language, text));
      if (rules === undefined) return { kind: 'none', reason: { kind: 'no-grammar' } };
      if (text.length > MAX_UNITS) return { kind: 'none', reason: { kind: 'too-large', units: text.length } };
      try {
        return await read(text, rules, { name: `parse ${(textsRead += 1)}`, patience });
      } catch (error) {
        if (error instanceof WebAssembly.RuntimeError) broken?.(error);
        const message =
          error instanceof Error && error.message !== '' ? error.message : 'its grammar does not load';
        return { kind: 'none', reason: { kind: 'failed', message } };
      }
    },
  };
}

interface Work {
  /** See `parseAllowance`. */
  readonly steps: number;
  alive(): void;
}

function readTree(text: string, { parser, compiled, syntaxOf }: LoadedGrammar, work: Work): Outcome {
  const tree = parseWithin(parser, compiled.rules.reads?.(text) ?? text, work);
  if (tree === undefined) return { kind: 'none', reason: { kind: 'too-slow' } };
  try {
    return extractFacts(syntaxOf(tree), text, compiled);
  } finally {
    tree.delete();
  }
}

/** UTF-16 units that the parser requests at a time; its own buffer holds 5,120. */
const UNITS_PER_READ = 4_096;

/**
 * Undefined if the allowance is used up. A progress callback comes every hundred parser operations. A scanner that
 * repeatedly looks far ahead reads more text, which costs a step per 1,024 units. The parser is always reset, because
 * the next call would continue with this text.
 */
function parseWithin(parser: Parser, text: string, { steps, alive }: Work): Tree | undefined {
  let remaining = steps;
  const read = (start: number): string => {
    const piece = text.slice(start, start + UNITS_PER_READ);
    remaining -= piece.length / 1024;
    alive();
    return piece;
  };
  const progressCallback = (): boolean => {
    remaining -= 1;
    alive();
    return remaining < 0;
  };
  try {
    return parser.parse(read, null, { progressCallback }) ?? undefined;
  } finally {
    parser.reset();
  }
}
