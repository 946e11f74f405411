/** A language's rules by the node type ids of its grammar, so that the walk decides with one look-up a node. */
import type {
  BodyRule,
  FoldKind,
  GrammarRules,
  ImportRule,
  LeadHook,
  SymbolRule,
  WrapperRule,
} from './rules';
import { ERROR_TYPE, type Grammar } from './syntax';

/** What the walk does with a node. */
export const Action = {
  /** An anonymous token. */
  token: 0,
  /** A named node that holds nothing of interest. */
  pass: 1,
  enter: 2,
  /** Entered outside function bodies only. */
  enterOutside: 3,
  comment: 4,
  decorator: 5,
  import: 6,
  wrapper: 7,
  symbol: 8,
  body: 9,
  /** Its children stand where it stands. */
  container: 10,
  prefix: 11,
} as const;

export interface CompiledRules {
  readonly rules: GrammarRules;
  actionOf(typeId: number): number;
  foldOf(typeId: number): FoldKind | undefined;
  symbolRule(typeId: number): SymbolRule | undefined;
  wrapperRule(typeId: number): WrapperRule | undefined;
  importRule(typeId: number): ImportRule | undefined;
  bodyRule(typeId: number): BodyRule | undefined;
  leadHook(typeId: number): LeadHook | undefined;
  typeName(typeId: number): string;
}

/** Throws when the rules name a node type that the grammar does not have: a typing error that no file would show. */
export function compileRules(rules: GrammarRules, grammar: Grammar): CompiledRules {
  const actions = new Uint8Array(grammar.types.length);
  const folds: (FoldKind | undefined)[] = [];
  const leads: (LeadHook | undefined)[] = [];
  const known = new Set<string>();
  const actionByType = actionsByType(rules);

  for (const [id, type] of grammar.types.entries()) {
    if (type === null || !grammar.nodeTypeIsNamed(id)) continue;
    known.add(type);
    actions[id] = actionByType.get(type) ?? Action.pass;
    if (Object.hasOwn(rules.folds, type)) folds[id] = rules.folds[type];
    leads[id] = rules.leads?.[type];
  }
  const told = [...actionByType.keys(), ...Object.keys(rules.folds), ...Object.keys(rules.values ?? {})];
  const unknown = told.filter((type) => !known.has(type));
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
  };
}

function actionsByType(rules: GrammarRules): ReadonlyMap<string, number> {
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
