/** Judges the secrets of blocks by the user's decisions, and masks them. */
import { maskedEnds, maskText, newNumbering, placesOfValues } from '../../../src/core/secrets/masks';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { BodySecrets } from '../../compute/contract';
import type { FoundSecret, SecretDecision, SecretDecisions } from '../documentContract';

/** A block with secrets. */
export interface BlockWithSecrets {
  readonly key: string;
  readonly path?: RepoPath;
  readonly body: string;
  /** SHA-256 of the body, in hexadecimal. */
  readonly hash: string;
  readonly secrets: BodySecrets;
}

export interface JudgedBlock {
  readonly found: readonly FoundSecret[];
  /** The body with masks, if it has any. */
  readonly masked: string | undefined;
}

const MASK = /^\[\[secret:([a-z\d-]{1,60})#(\d{1,9})\]\]$/;

/** Hexadecimal digits of a fingerprint: 128 bits. */
const DIGITS = 32;

/** The numbering of masks is in memory only, because it holds the values. */
export class SecretMasks {
  readonly #numbering = newNumbering();
  /** By salt and value. */
  readonly #fingerprints = new Map<string, string>();
  /** The kinds of the values that are masked in the document. */
  readonly #current = new Map<string, string>();
  #key: Promise<CryptoKey> | undefined;
  #decisions: SecretDecisions = {
    ...{ salt: hex(crypto.getRandomValues(new Uint8Array(32))), masked: new Map(), allowed: new Set() },
    ...{ masksAll: false, isOff: false },
  };

  /** Whether blocks are searched. */
  get isOn(): boolean {
    return !this.#decisions.isOff;
  }

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

  /** Call before the first block of a document. */
  begin(): void {
    this.#current.clear();
  }

  /** Judge the blocks of a document in their order, which is that of new masks. */
  async judge({ key, path, body, hash, secrets }: BlockWithSecrets): Promise<JudgedBlock> {
    const place = { key, ...(path !== undefined && { path }) };
    if ('unscanned' in secrets) {
      const decision = this.#decisions.allowed.has(hash) ? 'allowed' : 'open';
      const unscanned = { kind: 'unscanned', line: 1, ends: secrets.unscanned, fingerprint: hash };
      return { found: [{ ...place, ...unscanned, decision }], masked: undefined };
    }
    const judged = await Promise.all(
      secrets.map(async ({ start, end, kind, severity, line }) => {
        const value = body.slice(start, end);
        const fingerprint = await this.#fingerprintOf(value);
        const decision = severity === 'info' ? 'info' : this.#decisionOn(fingerprint);
        return { start, end, kind, line, value, fingerprint, decision };
      }),
    );
    const toMask = judged.filter(({ decision }) => decision === 'masked');
    for (const { value, kind, fingerprint } of toMask) {
      this.#number(value, fingerprint);
      this.#current.set(value, kind);
    }
    const masked = toMask.length === 0 ? undefined : maskText(body, toMask, this.#numbering).text;
    const found = judged.map(({ kind, line, value, fingerprint, decision }): FoundSecret => {
      const mask = decision === 'masked' ? this.#numbering.maskByValue.get(value) : undefined;
      const about = { kind, line, ends: maskedEnds(value), fingerprint, decision };
      return { ...place, ...about, ...(mask !== undefined && { mask }) };
    });
    return { found, masked };
  }

  /** Masks the values that were masked in the last document. */
  maskAgain(text: string): string {
    return maskText(text, placesOfValues(text, this.#current), this.#numbering).text;
  }

  #decisionOn(fingerprint: string): SecretDecision {
    const { allowed, masked, masksAll } = this.#decisions;
    if (allowed.has(fingerprint)) return 'allowed';
    return masksAll || masked.has(fingerprint) ? 'masked' : 'open';
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
