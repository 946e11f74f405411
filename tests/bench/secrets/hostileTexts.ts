/** Texts of a million characters that make careless scanners slow. */
import { randomFrom } from '../../secrets/vendorSamples';

const LENGTH = 1_000_000;

function repeated(part: string): string {
  return part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH);
}

function random(alphabet: string): string {
  const next = randomFrom(1);
  return Array.from({ length: LENGTH }, () => alphabet[Math.floor(next() * alphabet.length)]).join('');
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const WEB_TOKEN = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.`;

export const HOSTILE_TEXTS: Readonly<Record<string, string>> = {
  base64: random(BASE64),
  'base64 in lines': random(BASE64).replaceAll(/.{76}/g, '$&\n'),
  'base64 of text': Buffer.from(repeated('password=')).toString('base64').slice(0, LENGTH),
  'base64 of short texts': repeated(`${Buffer.from('api_key=abcdefgh123').toString('base64')} `),
  'random hex': random('0123456789abcdef'),
  '=': repeated('='),
  'one letter': repeated('a'),
  quotes: repeated('"'),
  'escaped quotes': repeated('\\"'),
  spaces: repeated(' '),
  'line breaks': repeated('\n'),
  'PEM headers': repeated(`-----BEGIN PRIVATE ${'KEY'}-----\n`),
  dashes: repeated('-'),
  'nested web tokens': repeated(WEB_TOKEN),
  'starts of web tokens': repeated('eyJ'),
  'nested assignments': repeated('key="secret=\\"token='),
  'deep assignments': repeated('password='),
  'assignments of names': repeated('api_key: token = secret := '),
  'assignments with spaces': repeated(`password${' '.repeat(19)}=${' '.repeat(19)}`),
  'long values': repeated(`token="${'aB3'.repeat(170)}" `),
  'open quotes': repeated('secret="abc\n'),
  'a name': repeated('api_key_'),
  'dotted names': repeated('secret.token.key.'),
  addresses: repeated('://a:b@'),
  'addresses without an end': repeated('postgres://user:'),
  manifests: repeated('kind: Secret\ndata:\n  a: eHh4eHh4\n'),
  'manifests in documents': repeated('---\nkind: Secret\n'),
  bearers: repeated('bearer '),
  'curl options': repeated('-u a:b --user a:'),
  'prefixes of tokens': repeated('sk-ant-api03-ghp_AKIAglpat-xoxb-'),
  'almost tokens': repeated(`ghp_${'a1B2'.repeat(8)}abc `),
  dots: repeated('abcdefghijklmnopqrstuvwx.abcdef.'),
  'one line of JSON': repeated('{"name":"value","id":12345,"token":"abc","list":[1,2,3]},'),
};
