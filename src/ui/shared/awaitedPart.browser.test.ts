import { beforeEach, describe, expect, it } from 'vitest';
import { AwaitedPart } from './awaitedPart.svelte';

class Pane {
  focused = false;
  readonly focus = (): void => {
    this.focused = true;
  };
}

function button(): HTMLButtonElement {
  const element = document.createElement('button');
  document.body.append(element);
  return element;
}

describe('a part that may still be loading', () => {
  beforeEach(() => {
    document.body.replaceChildren();
  });

  it('runs the last verb once it is there', () => {
    const awaited = new AwaitedPart<Pane>();
    const asked: string[] = [];
    awaited.ask(() => asked.push('first'));
    awaited.ask(() => asked.push('second'));
    expect(asked).toEqual([]);
    awaited.part = new Pane();
    expect(asked).toEqual(['second']);
  });

  it('takes the focus once it is there', () => {
    const awaited = new AwaitedPart<Pane>();
    button().focus();
    awaited.askFocus((pane) => {
      pane.focus();
    });
    const pane = new Pane();
    awaited.part = pane;
    expect(pane.focused).toBe(true);
  });

  it('leaves the focus alone if the user moved it in the meantime', () => {
    const awaited = new AwaitedPart<Pane>();
    const [before, after] = [button(), button()];
    before.focus();
    awaited.askFocus((pane) => {
      pane.focus();
    });
    after.focus();
    const pane = new Pane();
    awaited.part = pane;
    expect(pane.focused).toBe(false);
  });

  it('takes the focus if the focused control disappeared', () => {
    const awaited = new AwaitedPart<Pane>();
    const before = button();
    before.focus();
    awaited.askFocus((pane) => {
      pane.focus();
    });
    before.remove();
    const pane = new Pane();
    awaited.part = pane;
    expect(pane.focused).toBe(true);
  });
});
