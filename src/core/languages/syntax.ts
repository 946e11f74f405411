/**
 * The parts of a syntax tree that core needs: a cursor to walk it and nodes to inspect declarations. They are named as in
 * web-tree-sitter, whose Language fits `Grammar`, so core depends on no parser. They use `null`.
 */

/**
 * Offsets are UTF-16 units. There is no `parent`, since finding it takes a walk from the root. Hooks get a Place
 * instead.
 */
export interface SyntaxNode {
  readonly type: string;
  /** False for tokens. */
  readonly isNamed: boolean;
  /** Whether the node is or contains something that the grammar could not read. */
  readonly hasError: boolean;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly namedChildren: readonly SyntaxNode[];
  readonly firstNamedChild: SyntaxNode | null;
  readonly firstChild: SyntaxNode | null;
  readonly lastChild: SyntaxNode | null;
  readonly children: readonly SyntaxNode[];
  childForFieldName(name: string): SyntaxNode | null;
}

export interface SyntaxCursor {
  readonly currentNode: SyntaxNode;
  readonly nodeTypeId: number;
  /** A missing token that the parser inserted. */
  readonly nodeIsMissing: boolean;
  /** The node's field in its parent. */
  readonly currentFieldName: string | null;
  readonly startIndex: number;
  readonly endIndex: number;
  gotoFirstChild(): boolean;
  gotoNextSibling(): boolean;
  gotoParent(): boolean;
}

/** The syntax tree of a text. */
export interface SyntaxTree {
  /** Positioned at the root. */
  readonly cursor: SyntaxCursor;
  /** Visits all nodes whose type has a non-zero entry in `wanted`, in source order, parents before children. */
  visit(wanted: Uint8Array, visit: (typeId: number, start: number, end: number) => void): void;
}

export interface Grammar {
  /** Node type names by id; several ids may share a name. */
  readonly types: readonly (string | null)[];
  /** Field names by id; 0 is no field. */
  readonly fields: readonly (string | null)[];
  nodeTypeIsNamed(id: number): boolean;
}

/** Id of ERROR nodes, the same for every grammar and listed by none. */
export const ERROR_TYPE = 65_535;

/**
 * Steps from a node to one below it, such as `value.body`. A step is a field, or the type of a child in parentheses,
 * `(block)`, which may be a token, `({)`, or a field that counts only if it has that type, `value:(block)`. The first of
 * several paths that leads to a node counts.
 */
export type Path = string | readonly string[];

/** The node at the end of a path. */
export function nodeAt(node: SyntaxNode, path: Path): SyntaxNode | undefined {
  if (typeof path !== 'string') return firstOf(path, (each) => nodeAt(node, each));
  let at: SyntaxNode | undefined = node;
  for (const step of path.split('.')) {
    at = stepFrom(at, step);
    if (at === undefined) return undefined;
  }
  return at;
}

/** All nodes at the end of a path: a step to a child's type leads to every child of this type. */
export function nodesAt(node: SyntaxNode, path: Path): readonly SyntaxNode[] {
  if (typeof path !== 'string') {
    return firstOf(path, (each) => [nodesAt(node, each)].find(({ length }) => length > 0)) ?? [];
  }
  let nodes: readonly SyntaxNode[] = [node];
  for (const step of path.split('.')) {
    nodes = nodes.flatMap((at) =>
      step.startsWith('(')
        ? at.children.filter(({ type }) => type === step.slice(1, -1))
        : (stepFrom(at, step) ?? []),
    );
  }
  return nodes;
}

function firstOf<T>(paths: readonly string[], find: (path: string) => T | undefined): T | undefined {
  for (const path of paths) {
    const found = find(path);
    if (found !== undefined) return found;
  }
  return undefined;
}

function stepFrom(node: SyntaxNode, step: string): SyntaxNode | undefined {
  const open = step.indexOf('(');
  if (open < 0) return node.childForFieldName(step) ?? undefined;
  const type = step.slice(open + 1, -1);
  if (open === 0) return node.children.find((child) => child.type === type);
  const child = node.childForFieldName(step.slice(0, open - 1));
  return child?.type === type ? child : undefined;
}

/** The source text of a node. */
export function textOf(node: SyntaxNode, text: string): string {
  return text.slice(node.startIndex, node.endIndex);
}

/** Strips surrounding quotes. */
export function unquoted(text: string): string {
  return /^(["'`]).*\1$/s.test(text) ? text.slice(1, -1) : text;
}

/** The first named child of one of these types, for grammars without a field for it. */
export function childOf(node: SyntaxNode, ...types: readonly string[]): SyntaxNode | undefined {
  return node.namedChildren.find(({ type }) => types.includes(type));
}

/** `childOf` as a hook. */
export function child(type: string): (node: SyntaxNode) => SyntaxNode | undefined {
  return (node) => childOf(node, type);
}

/** The node after an equals sign among the children, if there is one. */
export function valueAfterEquals({ children }: SyntaxNode): SyntaxNode | undefined {
  const sign = children.findIndex(({ type }) => type === '=');
  return sign < 0 ? undefined : children[sign + 1];
}
