import { describe, expect, it } from 'vitest';
import { ignored, open } from '../../../tests/treeViewInTests';
import { stepOut } from './rowSteps';

describe('filter', () => {
  it('shows matches and their folders open, and makes the best one active', async () => {
    const { view, at, lines, answer } = open(['a/deep/x.ts', 'a/other.ts', 'b/x.ts', 'c.ts']);
    view.filter('x');
    await answer('x', [3, 1]);
    expect(lines()).toEqual(['-a/deep', ' x.ts', '-b', ' x.ts']);
    expect(at()).toBe('b/x.ts');
  });

  it('shows the answer to the newest query only', async () => {
    const { view, answer, lines } = open(['a', 'b']);
    view.filter('a');
    view.filter('ab');
    await answer('a', [1]);
    expect(view.isFiltered).toBe(false);
    await answer('ab', [2]);
    expect(lines()).toEqual(['b']);
  });

  it('goes on into the rows only when they match what was typed', async () => {
    const { view, at, answer } = open(['a', 'b']);
    const left: (string | undefined)[] = [];
    view.filter('b');
    view.onceFiltered(() => left.push(at()));
    expect(left).toEqual([]);
    await answer('b', [2]);
    view.onceFiltered(() => left.push(at()));
    expect(left).toEqual(['b', 'b']);
  });

  it('stays in the box when more is typed before the answer', async () => {
    const { view, answer } = open(['a', 'b']);
    let left = false;
    view.filter('a');
    view.onceFiltered(() => (left = true));
    view.filter('ab');
    await answer('a', [1]);
    await answer('ab', [2]);
    expect(left).toBe(false);
  });

  it('lets folders be closed, and ends with the active row in sight', async () => {
    const { view, at, lines, answer } = open(['a/x', 'a/y', 'b/x']);
    view.filter('x');
    await answer('x', [3, 1]);
    view.cursor.moveTo(0);
    stepOut(view);
    expect(lines()).toEqual(['+a', '-b', ' x']);
    view.cursor.end();
    view.filter('');
    expect(lines()).toEqual(['+a', '-b', ' x']);
    expect(at()).toBe('b/x');
  });

  it('does not show what is left out unless that is on', async () => {
    const { view, lines, answer } = open(['a', ['out/x', ignored]]);
    view.filter('x');
    await answer('x', [2]);
    expect(lines()).toEqual([]);
    view.setShowLeftOut(true);
    expect(lines()).toEqual(['-out', ' x']);
  });
});
