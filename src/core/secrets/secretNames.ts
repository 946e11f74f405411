/** Matches anywhere in a name, even if nothing separates its words: `dbpassword`. */
const STEMS =
  /secret|passw|passphrase|passcode|pwd|token(?!iz)|credential|creds|(?:api|access|private|public|ssh|auth|secret)_?key/;

const WORDS: ReadonlySet<string> = new Set(
  'pass pw pin psk key keys jwt login logins auth authn authorization oauth otp totp salt sig signature signing hmac cookie cookies session sessions bearer dsn sas cert certs certificate private pat webhook webhooks mnemonic'.split(
    ' ',
  ),
);

const ENDINGS = /(?:pass|key|keys|auth|jwt)$/;
const NOT_SECRET = /(?:comp|byp|surp|encomp|tresp|overp|underp)ass$|(?:mon|don|tur|hot|whis|joc|hoc)keys?$/;

/** Longer texts are not names. */
const MAX_NAME = 200;

/** Whether every value under this name is a secret: `SMTP_PASS`, `apiKey`, `db.pin`, `X-Auth-Token`. */
export function isSecretName(name: string): boolean {
  const short = name.slice(0, MAX_NAME);
  return STEMS.test(short.toLowerCase()) || wordsOf(short).some(isSecretWord);
}

function isSecretWord(word: string): boolean {
  return WORDS.has(word) || (ENDINGS.test(word) && !NOT_SECRET.test(word));
}

/** Splits a name into lowercase words: `smtpPass`, `SMTP_PASS2` and `smtp-pass` have two each. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}
