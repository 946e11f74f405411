import { describe, expect, it } from 'vitest';
import { NAMED_TOKENS, TOKENS } from '../../../tests/secrets/gitleaksFormats';
import { sampleOf } from '../../../tests/secrets/sampleOf';
import { CORE_SAMPLES, OTHER_SAMPLES, randomFrom } from '../../../tests/secrets/vendorSamples';
import { findSecrets } from './findSecrets';
import { namedKindOf, namedKinds } from './namedKinds';
import { TOKEN_KINDS } from './tokenKinds';

const random = randomFrom(26);

interface Sample {
  readonly name: string;
  readonly value: string;
}

/** Random values in formats that do not come from the tables: those of gitleaks, and those that vendors document. */
const SAMPLES: readonly Sample[] = Array.from({ length: 8 }, () => [
  ...TOKENS.map(([, , pattern]) => ({ name: 'VALUE', value: sampleOf(pattern, random) })),
  ...NAMED_TOKENS.map(([, , pattern, name]) => ({
    name: `MY_${sampleOf(name.replace('new-york-times,|', ''), random)}_ID`,
    value: sampleOf(pattern, random),
  })),
  ...[...CORE_SAMPLES, ...OTHER_SAMPLES].map(({ name, make }) => ({ name, value: make(random) })),
]).flat();

const byKind = grouped(({ value }) => kindIn(value));
const byNamedKind = grouped(({ name, value }) => namedKindOf(name, value));

function grouped(kindOf: (sample: Sample) => string | undefined): ReadonlyMap<string, readonly Sample[]> {
  const groups = new Map<string, Sample[]>();
  for (const sample of SAMPLES) {
    const kind = kindOf(sample) ?? 'none';
    groups.set(kind, [...(groups.get(kind) ?? []), sample]);
  }
  return groups;
}

function kindIn(value: string): string | undefined {
  return findSecrets(`see ${value} here`)[0]?.kind;
}

describe.each(TOKEN_KINDS)('$id', ({ id, role }) => {
  const samples = byKind.get(id) ?? [];

  it('is found', () => {
    expect(samples).not.toEqual([]);
    for (const { value } of samples) {
      const text = `x = "${value}";`;
      const [found, ...more] = findSecrets(text);
      expect(found, value).toMatchObject({ severity: role === 'public by design' ? 'info' : 'secret' });
      expect(value).toContain(text.slice(found?.start, found?.end));
      expect(more, value).toEqual([]);
    }
  });

  it('is not found if it is cut, interrupted, or made of one letter', () => {
    for (const { value } of samples) {
      const { start = 0, end = 0 } = findSecrets(value)[0] ?? {};
      const head = value.slice(0, start + Math.min(12, (end - start) * 0.6));
      const tail = value.slice(head.length);
      const cut = `${head} ${value.slice(end)}`;
      const interrupted = `${head}!${tail}`;
      const simple = head + tail.replaceAll(/[\da-z]/gi, 'x');
      expect([cut, interrupted, simple].map(kindIn)).not.toContain(id);
    }
  });
});

describe.each(namedKinds())('$id under a name', ({ id }) => {
  const samples = byNamedKind.get(id) ?? [];

  it('needs the name and the format', () => {
    expect(samples).not.toEqual([]);
    for (const { name, value } of samples) {
      expect(namedKindOf('COLOR', value)).toBeUndefined();
      expect(namedKindOf(name, `${value}!`)).toBeUndefined();
    }
  });
});
