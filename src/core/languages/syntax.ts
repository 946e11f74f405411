/**
 * What core needs of a syntax tree: a cursor to walk it and nodes to look at a declaration. web-tree-sitter's
 * TreeCursor, Node and Language fit as they are, so core knows no parser. `null` is theirs.
 */

/** Offsets are UTF-16 units. There is no `parent`: it costs a walk from the root. Hooks get a Place instead. */
export interface SyntaxNode {
  readonly type: string;
  /** False for tokens. */
  readonly isNamed: boolean;
  /** Whether it is, or holds, something that the grammar could not read. */
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
  /** A token that the parser added because the grammar needs it there. */
  readonly nodeIsMissing: boolean;
  /** The field of its parent that the node is. */
  readonly currentFieldName: string | null;
  readonly startIndex: number;
  readonly endIndex: number;
  gotoFirstChild(): boolean;
  gotoNextSibling(): boolean;
  gotoParent(): boolean;
}

export interface Grammar {
  /** Names of the node types by their id; several ids may share a name. */
  readonly types: readonly (string | null)[];
  nodeTypeIsNamed(id: number): boolean;
}

/** Id of ERROR nodes, the same in every grammar and in no table. */
export const ERROR_TYPE = 65_535;

/** The node at the end of a path of fields, `value.body`. */
export function nodeAt(node: SyntaxNode, fields: string): SyntaxNode | undefined {
  let at: SyntaxNode | null = node;
  for (const field of fields.split('.')) {
    at = at.childForFieldName(field);
    if (at === null) return undefined;
  }
  return at;
}
