/**
 * The parts of a syntax tree that core needs: a cursor to walk it and nodes to inspect declarations. web-tree-sitter's
 * TreeCursor, Node and Language fit these types, so core depends on no parser. They use `null`.
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
  nodeTypeIsNamed(id: number): boolean;
}

/** Id of ERROR nodes, the same for every grammar and listed by none. */
export const ERROR_TYPE = 65_535;

/** The node at the end of a path of fields, such as `value.body`. */
export function nodeAt(node: SyntaxNode, fields: string): SyntaxNode | undefined {
  let at: SyntaxNode | null = node;
  for (const field of fields.split('.')) {
    at = at.childForFieldName(field);
    if (at === null) return undefined;
  }
  return at;
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
