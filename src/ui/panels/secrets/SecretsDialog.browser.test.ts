import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../theme/index.css';
import type { SecretChoice } from '../../../app/secrets/secretChoices.svelte';
import type { FoundSecret } from '../../../app/ports/engine';
import { path } from '../../../../tests/repoPathInTests';
import SecretsDialog from './SecretsDialog.svelte';

beforeEach(() => page.viewport(900, 900));

function found(
  kind: string,
  fingerprint: string,
  file: string,
  changes: Partial<FoundSecret> = {},
): FoundSecret {
  return {
    ...{ key: `file:${file}`, path: path(file), kind, severity: 'secret', line: 5, fileLine: 2 },
    ...{ ends: `${fingerprint}…`, fingerprint, decision: 'open' },
    ...changes,
  };
}

const SECRETS = [
  found('stripe-key', 'aa', 'src/a.ts'),
  found('stripe-key', 'aa', 'src/b.ts'),
  found('stripe-key', 'bb', 'src/b.ts'),
  found('password', 'cc', 'src/c.ts'),
  found('password', 'dd', 'tests/c.ts', { severity: 'info', decision: 'info' }),
];

async function openDialog(secrets: readonly FoundSecret[] = SECRETS) {
  const decided: (readonly [string, SecretChoice])[] = [];
  const answers: boolean[] = [];
  const shown: unknown[] = [];
  await render(SecretsDialog, {
    about: { workspace: {}, verb: 'copy', secrets, goOn: () => Promise.resolve() },
    app: {
      heldExports: { answer: (goesOn: boolean) => Promise.resolve(void answers.push(goesOn)) },
    },
    workspace: {
      document: { blocks: [{ key: 'file:src/c.ts', title: 'src/c.ts' }] },
      secrets: {
        choiceOf: () => undefined,
        decide: (choices: ReadonlyMap<string, SecretChoice>) =>
          Promise.resolve(void decided.push(...choices)),
      },
    },
    online: (...place: unknown[]) => void shown.push(place),
  } as never); // the parts that the dialog uses
  return { decided, answers, shown };
}

it('lists each value once by kind, and masks all when Enter is pressed', async () => {
  const { decided, answers } = await openDialog();
  await expect.element(page.getByRole('dialog', { name: '3 secrets found' })).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: 'Stripe secret key' }))
    .toHaveTextContent(/aa…\s*src\/a\.ts:2\s*and 1 more place/);
  await expect.element(page.getByText('tests/c.ts')).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  expect(answers).toEqual([true]);
  expect(decided).toEqual([
    ['aa', 'mask'],
    ['bb', 'mask'],
    ['cc', 'mask'],
  ]);
});

it('takes a choice for one value, for a kind, and for all', async () => {
  const { decided } = await openDialog();
  const all = page.getByRole('combobox', { name: 'All secrets' });
  await all.selectOptions('Always allow');
  await expect.element(page.getByRole('button', { name: 'Allow and copy' })).toBeVisible();
  await page.getByRole('combobox', { name: 'All of this kind: Stripe secret key' }).selectOptions('Mask');
  await expect.element(all).toHaveDisplayValue('Mixed');
  await page.getByRole('combobox', { name: 'Stripe secret key bb…' }).selectOptions('Allow once');
  await page.getByRole('button', { name: 'Mask, allow, and copy' }).click();
  expect(decided).toEqual([
    ['aa', 'mask'],
    ['bb', 'once'],
    ['cc', 'always'],
  ]);
});

it('decides nothing when it is closed, and a place leads to its line', async () => {
  const first = await openDialog();
  await userEvent.keyboard('{Escape}');
  expect([first.answers, first.decided]).toEqual([[false], []]);
  const second = await openDialog();
  await page.getByRole('button', { name: 'src/c.ts:2' }).click();
  expect([second.answers, second.decided, second.shown]).toEqual([[false], [], [['file:src/c.ts', 5]]]);
  // A text outside the document has no line to show.
  await openDialog([found('password', 'ff', 'src/z.ts')]);
  await expect.element(page.getByText('src/z.ts:2')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'src/z.ts:2' })).not.toBeInTheDocument();
});

it('does not let out by Enter what could not be searched', async () => {
  const unscanned = found('unscanned', 'ee', 'src/big.ts', { ends: 'it took too long' });
  const { answers, decided } = await openDialog([unscanned]);
  await expect.element(page.getByText('it took too long')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await page.getByRole('button', { name: 'Copy anyway' }).click();
  expect([answers, decided]).toEqual([[true], [['ee', 'once']]]);
});

it('shows the first hundred of very many values, and decides about all', async () => {
  const many = Array.from({ length: 10_000 }, (_, at) => found('password', `p${at}`, `src/${at}.ts`));
  const { decided } = await openDialog(many);
  await expect.element(page.getByText(/^and 9,900 more secrets/)).toBeVisible();
  expect(page.getByRole('listitem').elements()).toHaveLength(100);
  await userEvent.keyboard('{Enter}');
  expect(decided).toHaveLength(10_000);
});
