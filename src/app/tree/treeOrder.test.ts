import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileTree } from '../../../tests/fileTreeInTests';
import { indexed } from '../../../tests/indexedFile';
import type { RepoPath } from '../../core/files/repoPath';
import type { FileTree } from './fileTree';
import { BY_NAME, TreeOrder } from './treeOrder';
import type { FolderNode } from './treeNode';

describe('TreeOrder', () => {
  it('puts folders first, then names case aside, numbers by value', () => {
    const tree = treeOf([
      'b.txt',
      'A.txt',
      'file10',
      'file9',
      'file09',
      'Zoo/x',
      'apps/x',
      '.env',
      'file1a',
      `n1${'0'.repeat(30)}`,
      `n${'9'.repeat(30)}`,
    ]);
    expect(names(new TreeOrder().children(tree.root, BY_NAME))).toEqual([
      ...[
        'apps',
        'Zoo',
        '.env',
        'A.txt',
        'b.txt',
        'file1a',
        'file09',
        'file9',
        'file10',
        `n${'9'.repeat(30)}`,
        `n1${'0'.repeat(30)}`,
      ],
    ]);
  });

  it('by tokens puts the largest first, files and folders mixed, equal ones by name', () => {
    const tree = treeOf(['a', 'b', 'c', 'dir/x']);
    tree.setIndexed([indexed(1, 5), indexed(2, 70), indexed(3, 5), indexed(4, 12)]);
    expect(names(new TreeOrder().children(tree.root, { by: 'tokens' }))).toEqual(['b', 'dir', 'a', 'c']);
  });

  it('keeps the order by tokens until a new one is requested', () => {
    const tree = treeOf(['a', 'b']);
    const [first, second] = [{ by: 'tokens' }, { by: 'tokens' }] as const;
    const order = new TreeOrder();
    expect(names(order.children(tree.root, first))).toEqual(['a', 'b']);
    tree.setIndexed([indexed(2, 9)]);
    expect(names(order.children(tree.root, first))).toEqual(['a', 'b']);
    expect(names(order.children(tree.root, second))).toEqual(['b', 'a']);
  });

  it('sorts by likelihood, then the remaining nodes by name', () => {
    const tree = treeOf(['a', 'b', 'c/x', 'c/y', 'd/z', 'e']);
    const sorting = (...paths: string[]) =>
      ({ by: 'likely', places: new Map(paths.map((path, place) => [path, place])) }) as const;
    const order = new TreeOrder();
    expect(names(order.children(tree.root, sorting('e', 'c', 'b')))).toEqual(['e', 'c', 'b', 'd', 'a']);
    expect(names(order.children(tree.root, sorting()))).toEqual(['c', 'd', 'a', 'b', 'e']);
  });

  it('gives the same order however the children came and went', () => {
    const name = fc.string({
      unit: fc.constantFrom('a', 'B', '1', '0', '9', 'é', '-'),
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.boolean()), { maxLength: 30 }), (changes) => {
        const tree = fileTree().tree;
        const order = new TreeOrder();
        changes.forEach(([text, comes], index) => {
          if (comes && tree.byPath(text) === undefined)
            tree.addEntries([{ id: index, path: text as RepoPath, kind: 'file' }]);
          else tree.removeIds([changes.findIndex(([known, came]) => came && known === text)]);
          order.children(tree.root, BY_NAME);
        });
        expect(order.children(tree.root, BY_NAME)).toEqual(
          new TreeOrder().children(copyOf(tree.root), BY_NAME),
        );
      }),
    );
  });
});

/** The folder with its children in another order of arrival. */
function copyOf(folder: FolderNode): FolderNode {
  return { ...folder, children: new Map([...folder.children].reverse()) };
}

function treeOf(paths: readonly string[]): FileTree {
  const tree = fileTree().tree;
  tree.addEntries(paths.map((path, index) => ({ id: index + 1, path: path as RepoPath, kind: 'file' })));
  return tree;
}

function names(nodes: readonly { readonly name: string }[]): string[] {
  return nodes.map((node) => node.name);
}
