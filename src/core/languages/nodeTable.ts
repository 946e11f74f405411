/** A syntax tree as a table of its nodes, so that core walks it without a call into the parser for each node. */
import { ERROR_TYPE, type Grammar, type SyntaxCursor, type SyntaxNode, type SyntaxTree } from './syntax';

/** The visible nodes in source order, parents before children; a column for each property. */
export interface NodeTable {
  readonly types: Uint16Array;
  /** In UTF-16 units, as the ends. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** The index after the node's last descendant. */
  readonly nexts: Int32Array;
  /** The field in the parent; 0 for none. */
  readonly fields: Uint16Array;
  /** Bits of `NodeFlag`. */
  readonly flags: Uint8Array;
  /** The parser's node ids; never 0. */
  readonly ids: Int32Array;
  /**
   * Id of the first node in a field of the node at an index, mostly its child; 0 for none. Works until the tree is deleted or
   * the parser's memory grows.
   */
  idInField(at: number, field: number): number;
}

export const NodeFlag = {
  /** A token that the parser inserted. */
  missing: 1,
  /** The node is or contains something that the grammar could not read. */
  error: 2,
} as const;

/** Creates a table of `count` nodes to be filled in. */
export function createNodeTable(count: number, idInField: NodeTable['idInField']): NodeTable {
  return {
    types: new Uint16Array(count),
    starts: new Int32Array(count),
    ends: new Int32Array(count),
    nexts: new Int32Array(count),
    fields: new Uint16Array(count),
    flags: new Uint8Array(count),
    ids: new Int32Array(count),
    idInField,
  };
}

/** Returns how to read the tables of a grammar's trees. */
export function treeReader(grammar: Grammar): (nodes: NodeTable) => SyntaxTree {
  const types = grammar.types.map((type) => type ?? 'ERROR');
  const named = grammar.types.map((type, id) => type !== null && grammar.nodeTypeIsNamed(id));
  const fieldIds = new Map(grammar.fields.map((name, id) => [name, id]));
  return (nodes) => {
    const tree = { nodes, types, named, fields: grammar.fields, fieldIds };
    return { cursor: new TableCursor(tree), visit: (wanted, visit) => visitNodes(nodes, wanted, visit) };
  };
}

interface TableTree {
  readonly nodes: NodeTable;
  readonly types: readonly string[];
  readonly named: readonly boolean[];
  readonly fields: Grammar['fields'];
  readonly fieldIds: ReadonlyMap<string | null, number>;
}

function visitNodes(
  { types, starts, ends }: NodeTable,
  ...[wanted, visit]: Parameters<SyntaxTree['visit']>
): void {
  for (let at = 0; at < types.length; at += 1) {
    const type = types[at] as number; // In bounds, as all of these.
    if (wanted[type]) visit(type, starts[at] as number, ends[at] as number);
  }
}

class TableNode implements SyntaxNode {
  readonly startIndex: number;
  readonly endIndex: number;
  readonly #tree: TableTree;
  readonly #at: number;

  constructor(tree: TableTree, at: number) {
    this.#tree = tree;
    this.#at = at;
    this.startIndex = tree.nodes.starts[at] as number; // In bounds, as all of these.
    this.endIndex = tree.nodes.ends[at] as number;
  }

  get type(): string {
    const { nodes, types } = this.#tree;
    return types[nodes.types[this.#at] as number] ?? 'ERROR';
  }

  get isNamed(): boolean {
    return isNamed(this.#tree, this.#at);
  }

  get hasError(): boolean {
    return ((this.#tree.nodes.flags[this.#at] as number) & NodeFlag.error) !== 0;
  }

  get children(): readonly SyntaxNode[] {
    const tree = this.#tree;
    const { nexts } = tree.nodes;
    const children: SyntaxNode[] = [];
    const end = nexts[this.#at] as number;
    for (let at = this.#at + 1; at < end; at = nexts[at] as number) children.push(new TableNode(tree, at));
    return children;
  }

  get namedChildren(): readonly SyntaxNode[] {
    const tree = this.#tree;
    const { nexts } = tree.nodes;
    const children: SyntaxNode[] = [];
    const end = nexts[this.#at] as number;
    for (let at = this.#at + 1; at < end; at = nexts[at] as number) {
      if (isNamed(tree, at)) children.push(new TableNode(tree, at));
    }
    return children;
  }

  get firstNamedChild(): SyntaxNode | null {
    const tree = this.#tree;
    const { nexts } = tree.nodes;
    const end = nexts[this.#at] as number;
    for (let at = this.#at + 1; at < end; at = nexts[at] as number) {
      if (isNamed(tree, at)) return new TableNode(tree, at);
    }
    return null;
  }

  get firstChild(): SyntaxNode | null {
    const first = this.#at + 1;
    return first < (this.#tree.nodes.nexts[this.#at] as number) ? new TableNode(this.#tree, first) : null;
  }

  get lastChild(): SyntaxNode | null {
    const { nexts } = this.#tree.nodes;
    const end = nexts[this.#at] as number;
    let last = -1;
    for (let at = this.#at + 1; at < end; at = nexts[at] as number) last = at;
    return last < 0 ? null : new TableNode(this.#tree, last);
  }

  childForFieldName(name: string): SyntaxNode | null {
    const tree = this.#tree;
    const field = tree.fieldIds.get(name);
    const id = field === undefined ? 0 : tree.nodes.idInField(this.#at, field);
    if (id === 0) return null;
    const { nexts, ids } = tree.nodes;
    const end = nexts[this.#at] as number;
    let at = this.#at + 1;
    while (at < end && ids[at] !== id) at = nexts[at] as number;
    // A hidden node may pass on a field of a visible one.
    return new TableNode(tree, at < end ? at : ids.indexOf(id, this.#at + 1));
  }
}

function isNamed({ nodes, named }: TableTree, at: number): boolean {
  const type = nodes.types[at] as number; // In bounds.
  return type === ERROR_TYPE || named[type] === true;
}

class TableCursor implements SyntaxCursor {
  readonly #tree: TableTree;
  readonly #nodes: NodeTable;
  readonly #parents: number[] = [];
  #at = 0;

  constructor(tree: TableTree) {
    this.#tree = tree;
    this.#nodes = tree.nodes;
  }

  get currentNode(): SyntaxNode {
    return new TableNode(this.#tree, this.#at);
  }

  get nodeTypeId(): number {
    return this.#nodes.types[this.#at] as number; // In bounds, as all of these.
  }

  get nodeIsMissing(): boolean {
    return ((this.#nodes.flags[this.#at] as number) & NodeFlag.missing) !== 0;
  }

  get currentFieldName(): string | null {
    return this.#tree.fields[this.#nodes.fields[this.#at] as number] ?? null;
  }

  get startIndex(): number {
    return this.#nodes.starts[this.#at] as number;
  }

  get endIndex(): number {
    return this.#nodes.ends[this.#at] as number;
  }

  gotoFirstChild(): boolean {
    if (this.#nodes.nexts[this.#at] === this.#at + 1) return false;
    this.#parents.push(this.#at);
    this.#at += 1;
    return true;
  }

  gotoNextSibling(): boolean {
    const parent = this.#parents.at(-1);
    const next = this.#nodes.nexts[this.#at] as number;
    if (parent === undefined || next === this.#nodes.nexts[parent]) return false;
    this.#at = next;
    return true;
  }

  gotoParent(): boolean {
    const parent = this.#parents.pop();
    if (parent === undefined) return false;
    this.#at = parent;
    return true;
  }
}
