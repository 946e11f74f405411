import { TOKEN_KINDS } from './tokenKinds';

const WORDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['api', 'aws', 'gcp', 'ibm', 'id', 'jwt', 'mws', 'pgp', 'rsa', 'ssh', 'url'].map((word) => [
      word,
      word.toUpperCase(),
    ]),
  ),
  ...{ github: 'GitHub', gitlab: 'GitLab', openai: 'OpenAI', jwt: 'JSON web token' },
};

/** The name of a kind of secret for people, like `Stripe secret key`. */
export function secretKindName(kind: string): string {
  const known = TOKEN_KINDS.find(({ id }) => id === kind);
  if (known !== undefined) return `${known.provider} ${known.name}`;
  const words = kind.split('-').map((word) => WORDS[word] ?? word);
  return words.join(' ').replace(/^./, (first) => first.toUpperCase());
}
