/** Judges values that only their surroundings make secret. */
import { isPlaceholder, looksRandom } from './placeholders';
import { wordsOf } from './secretNames';

const SHORTEST_PASSWORD = 8;
const LONGEST_PASSWORD = 128;
const SHORTEST_TOKEN = 16;

/**
 * Whether the text could be a password that somebody uses: no placeholder, no words, no expression. A place that only
 * passwords have needs fewer changes between letters, digits, and signs.
 */
export function isPassword(value: string, leastChanges = 3): boolean {
  if (value.length < SHORTEST_PASSWORD || value.length > LONGEST_PASSWORD || /\s/.test(value)) return false;
  return classChanges(value) >= leastChanges && looksRandom(value) && !isPlaceholder(value);
}

/** How often a letter follows a digit or a sign, and the like: `admin2024` has one. */
function classChanges(value: string): number {
  let changes = 0;
  for (let at = 1; at < value.length; at += 1) {
    if (classOf(value.charCodeAt(at)) !== classOf(value.charCodeAt(at - 1))) changes += 1;
  }
  return changes;
}

function classOf(code: number): number {
  if (code > 47 && code < 58) return 0;
  return (code > 64 && code < 91) || (code > 96 && code < 123) ? 1 : 2;
}

/** A name of a credential, and the kind of its value. */
export type CredentialName = 'password' | 'token';

const PASSWORD = /passw|passphrase|passwd|pwd$|pass$/;
const TOKEN =
  /secret|token|credential|(?:api|access|private|auth|signing|encryption|account|storage|master|shared|service|admin|client|license|session|crypto|ssh|secure|app|webhook|deploy|server)key|auth$|authorization$/;
/** The value of such a name is about a secret, not one. */
const ABOUT =
  /hash|digest|public|publishable|tokeni|tokentype|url|uri|endpoint|expir|checksum|fingerprint|path|file|name$|regex|pattern|length|header|field|label|count|integrity|continu|page|next|cursor|sync|hint|message|error|policy|prefix|suffix|version|format|type$|test|mock|fake|dummy|example|keyid|siteid|usersecrets|csrf|arn$|ref$|etag/;

/** Undefined for names whose values are no credentials. */
export function credentialName(name: string): CredentialName | undefined {
  const flat = wordsOf(name).join('');
  if (ABOUT.test(flat)) return undefined;
  if (PASSWORD.test(flat)) return 'password';
  return TOKEN.test(flat) ? 'token' : undefined;
}

/** Whether the value of a credential's name is likely the credential itself. */
export function isCredential(name: CredentialName, value: string, isQuoted: boolean): boolean {
  if (name === 'password') return isPassword(value);
  if (value.length < SHORTEST_TOKEN || /[\s(){}[\]<>;,|\\]/.test(value)) return false;
  // Outside of quotes, dots belong to expressions.
  if (!isQuoted && value.includes('.')) return false;
  if (isFileName(value) || isName(value)) return false;
  return classChanges(value) >= 4 && looksRandom(value) && !isPlaceholder(value);
}

function isFileName(value: string): boolean {
  return /\.[a-z]{2,5}$/i.test(value);
}

/** Whether most parts are words: `auth_provider_x509_cert_url`, `AUTH_AZURE_B2C_SECRET`. */
function isName(value: string): boolean {
  const parts = value.split(/[_.:/-]/);
  const words = parts.filter((part) => /^(?:[a-z]{2,40}|[A-Z][a-z]{1,40}|[A-Z]{2,40})$/.test(part));
  return parts.length >= 3 && words.length >= parts.length * 0.6;
}
