/** A language's rules indexed by its grammar's node type ids, so that the walk needs a single lookup per node. */
import { rolesByType, type NamesOfGrammar } from './readReferences';
import type {
  BodyRule,
  FoldKind,
  FullRules,
  GrammarRules,
  ImportRule,
  LeadHook,
  SymbolRule,
  WrapperRule,
} from './rules';
import { braceStandIns } from './standIns';
import { ERROR_TYPE, type Grammar } from './syntax';

/** The walk's options for a node. */
export const Action = {
  /** An anonymous token. */
  token: 0,
  /** A named node without anything of interest. */
  pass: 1,
  enter: 2,
  /** Entered only outside function bodies. */
  enterOutside: 3,
  comment: 4,
  decorator: 5,
  import: 6,
  wrapper: 7,
  symbol: 8,
  body: 9,
  /** Its children are treated as siblings. */
  container: 10,
  prefix: 11,
} as const;

export interface CompiledRules {
  readonly rules: FullRules;
  actionOf(typeId: number): number;
  foldOf(typeId: number): FoldKind | undefined;
  symbolRule(typeId: number): SymbolRule | undefined;
  wrapperRule(typeId: number): WrapperRule | undefined;
  importRule(typeId: number): ImportRule | undefined;
  bodyRule(typeId: number): BodyRule | undefined;
  leadHook(typeId: number): LeadHook | undefined;
  typeName(typeId: number): string;
  /** Rules for the names that a file uses. */
  readonly names: NamesOfGrammar;
}

const DEFAULTS = {
  wrappers: {},
  imports: {},
  comments: ['comment'],
  decorators: [],
  standIns: braceStandIns,
};

/** Blocks and control flow, by the names that most grammars give them. */
const USUALLY_ENTERED: ReadonlySet<string> = new Set([
  'block',
  'compound_statement',
  'statement_block',
  'if_statement',
  'elif_clause',
  'else_clause',
  'for_statement',
  'for_in_statement',
  'foreach_statement',
  'while_statement',
  'do_statement',
  'repeat_statement',
  'switch_statement',
  'switch_body',
  'switch_block',
  'switch_case',
  'switch_default',
  'case_statement',
  'case_clause',
  'try_statement',
  'catch_clause',
  'finally_clause',
  'labeled_statement',
  'return_expression',
]);

/** Throws if the rules name a node type that the grammar does not have: a typo that no test file would reveal. */
export function compileRules(written: GrammarRules, grammar: Grammar): CompiledRules {
  const rules: FullRules = { ...DEFAULTS, ...written };
  const actions = new Uint8Array(grammar.types.length);
  const folds: (FoldKind | undefined)[] = [];
  const leads: (LeadHook | undefined)[] = [];
  const known = new Set<string>();
  const roles = new Uint8Array(grammar.types.length);
  const named = grammar.types.filter((type, id) => type !== null && grammar.nodeTypeIsNamed(id));
  const roleByType = rolesByType(rules.names, named);
  const actionByType = actionsByType(rules);

  for (const [id, type] of grammar.types.entries()) {
    if (type === null || !grammar.nodeTypeIsNamed(id)) continue;
    known.add(type);
    actions[id] = actionByType.get(type) ?? (USUALLY_ENTERED.has(type) ? Action.enter : Action.pass);
    if (Object.hasOwn(rules.folds, type)) folds[id] = rules.folds[type];
    leads[id] = rules.leads?.[type];
    roles[id] = roleByType.get(type) ?? 0;
  }
  const told = [
    ...actionByType.keys(),
    ...Object.keys(rules.folds),
    ...Object.keys(rules.values ?? {}),
    ...roleByType.keys(),
  ];
  const unknown = [
    ...told.filter((type) => !known.has(type)),
    ...typesInPaths(rules).filter((type) => !grammar.types.includes(type)),
  ];
  if (unknown.length > 0) throw new Error(`${rules.id}: no such node types: ${unknown.join(', ')}`);

  const typeName = (id: number): string => grammar.types[id] ?? '';
  return {
    rules,
    actionOf: (id) => (id === ERROR_TYPE ? Action.enter : (actions[id] ?? Action.token)),
    foldOf: (id) => folds[id],
    symbolRule: (id) => rules.symbols[typeName(id)],
    wrapperRule: (id) => rules.wrappers[typeName(id)],
    importRule: (id) => rules.imports[typeName(id)],
    bodyRule: (id) => rules.bodies?.[typeName(id)],
    leadHook: (id) => leads[id],
    typeName,
    names: { rules: rules.names, roles, typeName },
  };
}

/** Node types in parentheses, wherever a rule has a path. */
function typesInPaths({ symbols, bodies = {}, imports, wrappers }: FullRules): readonly string[] {
  const rules: readonly object[] = [symbols, bodies, imports, wrappers].flatMap((table) =>
    Object.values(table),
  );
  return rules
    .flatMap((rule): readonly unknown[] => Object.values(rule))
    .flatMap((part) => (typeof part === 'object' && part !== null && 'at' in part ? part.at : part))
    .flat()
    .flatMap((path) => (typeof path === 'string' ? [...path.matchAll(/(?<=\()[^)]+(?=\))/g)].flat() : []));
}

function actionsByType(rules: FullRules): ReadonlyMap<string, number> {
  const actions = new Map<string, number>();
  const add = (types: readonly string[], action: number): void => {
    for (const type of types) actions.set(type, action);
  };
  add(rules.enter, Action.enter);
  add(rules.enterOutside ?? [], Action.enterOutside);
  add(rules.containers ?? [], Action.container);
  add(rules.comments, Action.comment);
  add(rules.decorators, Action.decorator);
  add(rules.prefixes ?? [], Action.prefix);
  add(Object.keys(rules.imports), Action.import);
  add(Object.keys(rules.wrappers), Action.wrapper);
  add(Object.keys(rules.bodies ?? {}), Action.body);
  add(Object.keys(rules.symbols), Action.symbol);
  return actions;
}
