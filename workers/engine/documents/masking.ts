/** Judges the secrets of blocks by the user's decisions, and masks them. */
import {
  maskedEnds,
  maskText,
  newNumbering,
  noteLiterals,
  unmask,
  valueFinder,
} from '../../../src/core/secrets/masks';
import type { Span } from '../../../src/core/facts/fileFacts';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { BodySecrets } from '../../compute/contract';
import type { Finding } from '../../../src/core/secrets/findSecrets';
import type { FoundSecret, SecretDecision, SecretDecisions } from '../documentContract';

/** The values to mask: as the user has decided, also those without a decision, or all secrets whatever was decided. */
export type MaskScope = 'decided' | 'undecided' | 'all';

/** A block to judge. */
export interface BlockToJudge {
  readonly key: string;
  readonly path?: RepoPath;
  /** Read only if the block has secrets, or values are masked. */
  readonly body: () => string;
  /** SHA-256 of the body, in hexadecimal. */
  readonly hash: string;
  /** Omitted for a block without secrets. Values that are masked elsewhere are masked there, too. */
  readonly secrets?: BodySecrets;
}

export interface Judged {
  /** In the order of the blocks. */
  readonly found: readonly FoundSecret[];
  /** The new bodies of the blocks with masks, by index. */
  readonly masked: ReadonlyMap<number, string>;
  /** The blocks with secrets that are not masked because the user has allowed them, by index. */
  readonly allowed: ReadonlySet<number>;
  /** The kinds of all values that are masked. */
  readonly values: MaskedValues;
}

/** Kinds by value. */
export type MaskedValues = ReadonlyMap<string, string>;

interface JudgedSecret extends Span {
  readonly kind: string;
  readonly severity: Finding['severity'];
  readonly line: number;
  readonly fileLine?: number;
  readonly value: string;
  readonly ends: string;
  readonly fingerprint: string;
  readonly decision: SecretDecision;
}

const MASK = /^\[\[secret:([a-z\d-]{1,60})#(\d{1,9})\]\]$/;

/** Hexadecimal digits of a fingerprint: 128 bits. */
const DIGITS = 32;

/** The numbering of masks is in memory only, because it holds the values. */
export class SecretMasks {
  readonly #numbering = newNumbering();
  /** By salt and value. */
  readonly #fingerprints = new Map<string, string>();
  #key: Promise<CryptoKey> | undefined;
  #decisions: SecretDecisions = {
    ...{ salt: hex(crypto.getRandomValues(new Uint8Array(32))), masked: new Map(), allowed: new Set() },
    ...{ masksAll: false, isOff: false },
  };

  decide(decisions: SecretDecisions): void {
    if (decisions.salt !== this.#decisions.salt) {
      this.#key = undefined;
      this.#fingerprints.clear();
    }
    this.#decisions = decisions;
    // New values must not get the masks of earlier visits.
    const { numbers } = this.#numbering;
    for (const mask of decisions.masked.values()) {
      const [, kind, number] = MASK.exec(mask) ?? [];
      if (kind !== undefined) numbers.set(kind, Math.max(numbers.get(kind) ?? 0, Number(number)));
    }
  }

  /**
   * Judges the blocks of a document in their order, which is that of new masks. `masked`: values that are masked, too, where they
   * are found.
   */
  async judge(
    blocks: readonly BlockToJudge[],
    scope: MaskScope = 'decided',
    masked: MaskedValues = new Map(),
  ): Promise<Judged> {
    const judged = await Promise.all(blocks.map((block) => this.#judgeBlock(block, scope)));
    const values = new Map(masked);
    const toMask = judged.flat().filter(({ decision }) => decision === 'masked');
    for (const { value, decision } of judged.flat()) if (decision === 'allowed') values.delete(value);
    for (const { value, kind } of toMask) values.set(value, kind);
    if (values.size > 0) for (const { body } of blocks) noteLiterals(body(), this.#numbering);
    for (const { value, fingerprint } of toMask) this.#number(value, fingerprint);
    const find = valueFinder(values);
    const found: FoundSecret[] = [];
    const bodies = new Map<number, string>();
    const allowed = new Set<number>();
    for (const [at, { key, path, body }] of blocks.entries()) {
      const secrets = judged[at] ?? [];
      if (values.size > 0) {
        const text = body();
        const spans = [...secrets.filter(({ value }) => values.has(value)), ...find(text)];
        if (spans.length > 0) bodies.set(at, maskText(text, spans, this.#numbering).text);
      }
      if (secrets.some(({ decision }) => decision === 'allowed')) allowed.add(at);
      for (const { kind, severity, line, fileLine, ends, value, fingerprint, decision } of secrets) {
        const mask = values.has(value) ? this.#numbering.maskByValue.get(value) : undefined;
        found.push({
          ...{ key, ...(path !== undefined && { path }), kind, severity, line, ends, fingerprint },
          ...(fileLine !== undefined && { fileLine }),
          decision: mask === undefined ? decision : 'masked',
          ...(mask !== undefined && { mask }),
        });
      }
    }
    return { found, masked: bodies, allowed, values };
  }

  /** Replaces masks by the values that were masked in this visit. */
  unmask(text: string): string {
    return unmask(text, this.#numbering);
  }

  async #judgeBlock({ body, hash, secrets = [] }: BlockToJudge, scope: MaskScope): Promise<JudgedSecret[]> {
    if ('unscanned' in secrets) {
      const { allowed, isOff } = this.#decisions;
      const decision = isOff || allowed.has(hash) ? 'allowed' : 'open';
      const unscanned = {
        kind: 'unscanned',
        severity: 'secret' as const,
        line: 1,
        ends: secrets.unscanned,
        fingerprint: hash,
      };
      return [{ ...unscanned, start: 0, end: 0, value: '', decision }];
    }
    if (secrets.length === 0) return [];
    const text = body();
    return Promise.all(
      secrets.map(async ({ start, end, kind, severity, line, fileLine }) => {
        const value = text.slice(start, end);
        const fingerprint = await this.#fingerprintOf(value);
        const decision = this.#decisionOn(fingerprint, severity, scope);
        const place = { start, end, kind, severity, line, ...(fileLine !== undefined && { fileLine }) };
        return { ...place, value, ends: maskedEnds(value), fingerprint, decision };
      }),
    );
  }

  #decisionOn(fingerprint: string, severity: Finding['severity'], scope: MaskScope): SecretDecision {
    const { allowed, isOff, masked, masksAll } = this.#decisions;
    if (scope === 'all' && severity === 'secret') return 'masked';
    if (isOff) return severity === 'info' ? 'info' : 'allowed';
    if (allowed.has(fingerprint)) return 'allowed';
    if (masked.has(fingerprint)) return 'masked';
    if (severity === 'info') return 'info';
    return masksAll || scope !== 'decided' ? 'masked' : 'open';
  }

  /** Gives a value the mask that it had in an earlier visit. */
  #number(value: string, fingerprint: string): void {
    const mask = this.#decisions.masked.get(fingerprint) ?? '';
    const { maskByValue, valueByMask } = this.#numbering;
    if (mask === '' || maskByValue.has(value) || valueByMask.has(mask)) return;
    maskByValue.set(value, mask);
    valueByMask.set(mask, value);
  }

  async #fingerprintOf(value: string): Promise<string> {
    const known = this.#fingerprints.get(value);
    if (known !== undefined) return known;
    this.#key ??= crypto.subtle.importKey(
      'raw',
      Uint8Array.from(this.#decisions.salt.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['sign'],
    );
    const mac = await crypto.subtle.sign('HMAC', await this.#key, new TextEncoder().encode(value));
    const fingerprint = hex(new Uint8Array(mac)).slice(0, DIGITS);
    this.#fingerprints.set(value, fingerprint);
    return fingerprint;
  }
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether the user has to decide about secrets first. */
export function isHeldBack(secrets: readonly FoundSecret[]): boolean {
  return secrets.some(({ decision }) => decision === 'open');
}
