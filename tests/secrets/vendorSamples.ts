/**
 * Random secrets in the formats that vendors document, made at run time so that no source contains anything like one.
 * Written from the documentation, not from the table that is tested.
 */
import { generateKeyPairSync } from 'node:crypto';

/** Returns numbers from 0 to 1. */
export type Random = () => number;

export interface VendorSample {
  /** The kind that a scanner should report. */
  readonly kind: string;
  /** The variable that usually holds it. */
  readonly name: string;
  readonly make: (random: Random) => string;
}

/** mulberry32 */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const DIGITS = '0123456789';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const HEX = `${DIGITS}abcdef`;
const ALNUM = DIGITS + LOWER + UPPER;
const URL_SAFE = `${ALNUM}_-`;
const BASE64 = `${ALNUM}+/`;

function chars(random: Random, alphabet: string, count: number): string {
  return Array.from({ length: count }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
}

/** A prefix, kept in two pieces here, and random characters. */
function token(head: string, tail: string, alphabet: string, count: number): (random: Random) => string {
  return (random) => head + tail + chars(random, alphabet, count);
}

function uuid(random: Random): string {
  return [8, 4, 4, 4, 12].map((count) => chars(random, HEX, count)).join('-');
}

function json(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function webToken(random: Random): string {
  const claims = { sub: uuid(random), iat: 1_700_000_000 + Math.floor(random() * 1e7) };
  return `${json({ alg: 'HS256', typ: 'JWT' })}.${json(claims)}.${chars(random, URL_SAFE, 43)}`;
}

export function password(random: Random): string {
  return `${chars(random, LOWER, 3)}${chars(random, DIGITS, 2)}${chars(random, UPPER, 3)}${chars(random, '!#%*+', 1)}${chars(random, ALNUM, 4)}${chars(random, DIGITS, 1)}`;
}

/** A private key in PKCS #8, from random bytes of the system, because keys cannot be drawn from `random`. */
function privateKey(): string {
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return key.export({ type: 'pkcs8', format: 'pem' }).toString().trim();
}

export function pgpKey(random: Random): string {
  const marker = (word: string): string => `-----${word} PGP PRIVATE ${'KEY'} BLOCK-----`;
  const lines = Array.from({ length: 9 }, () => chars(random, BASE64, 64));
  return [marker('BEGIN'), '', ...lines, `=${chars(random, BASE64, 4)}`, marker('END')].join('\n');
}

/** The kinds that a scanner of shared code has to know. */
export const CORE_SAMPLES: readonly VendorSample[] = [
  { kind: 'aws-access-key-id', name: 'AWS_ACCESS_KEY_ID', make: token('AK', 'IA', `${UPPER}234567`, 16) },
  { kind: 'aws-secret-key', name: 'AWS_SECRET_ACCESS_KEY', make: (random) => chars(random, BASE64, 40) },
  { kind: 'github-token', name: 'GITHUB_TOKEN', make: token('gh', 'p_', ALNUM, 36) },
  {
    kind: 'github-fine-grained-token',
    name: 'GITHUB_TOKEN',
    make: (random) => `github_${'pat'}_${chars(random, ALNUM, 22)}_${chars(random, ALNUM, 59)}`,
  },
  { kind: 'github-oauth-token', name: 'GITHUB_OAUTH', make: token('gh', 'o_', ALNUM, 36) },
  { kind: 'github-app-token', name: 'GITHUB_APP_TOKEN', make: token('gh', 's_', ALNUM, 36) },
  { kind: 'github-refresh-token', name: 'GITHUB_REFRESH', make: token('gh', 'r_', ALNUM, 36) },
  { kind: 'gitlab-token', name: 'GITLAB_TOKEN', make: token('gl', 'pat-', URL_SAFE, 20) },
  {
    kind: 'slack-token',
    name: 'SLACK_BOT_TOKEN',
    make: (random) =>
      `${'xo'}xb-${chars(random, '123456789', 12)}-${chars(random, '123456789', 13)}-${chars(random, ALNUM, 24)}`,
  },
  {
    kind: 'slack-webhook',
    name: 'SLACK_WEBHOOK_URL',
    make: (random) =>
      `https://hooks.slack.com/${'services'}/T${chars(random, UPPER + DIGITS, 10)}/B${chars(random, UPPER + DIGITS, 10)}/${chars(random, ALNUM, 24)}`,
  },
  { kind: 'stripe-key', name: 'STRIPE_SECRET_KEY', make: token('sk_', 'live_', ALNUM, 24) },
  { kind: 'stripe-restricted-key', name: 'STRIPE_KEY', make: token('rk_', 'live_', ALNUM, 99) },
  {
    kind: 'openai-api-key',
    name: 'OPENAI_API_KEY',
    make: (random) =>
      `${'s'}k-proj-${chars(random, URL_SAFE, 74)}T3Blbk${'FJ'}${chars(random, URL_SAFE, 74)}`,
  },
  {
    kind: 'openai-api-key',
    name: 'OPENAI_KEY',
    make: (random) => `${'s'}k-${chars(random, ALNUM, 20)}T3Blbk${'FJ'}${chars(random, ALNUM, 20)}`,
  },
  {
    kind: 'anthropic-api-key',
    name: 'ANTHROPIC_API_KEY',
    make: (random) => `${'sk'}-ant-api03-${chars(random, URL_SAFE, 93)}AA`,
  },
  { kind: 'google-api-key', name: 'GOOGLE_API_KEY', make: token('AI', 'za', URL_SAFE, 35) },
  { kind: 'google-oauth-secret', name: 'GOOGLE_CLIENT_SECRET', make: token('GOC', 'SPX-', URL_SAFE, 28) },
  { kind: 'npm-token', name: 'NPM_TOKEN', make: token('np', 'm_', ALNUM, 36) },
  { kind: 'pypi-token', name: 'PYPI_TOKEN', make: token('py', 'pi-AgEIcHlwaS5vcmc', URL_SAFE, 150) },
  { kind: 'huggingface-token', name: 'HF_TOKEN', make: token('h', 'f_', LOWER + UPPER, 34) },
  {
    kind: 'sendgrid-api-key',
    name: 'SENDGRID_API_KEY',
    make: (random) => `${'S'}G.${chars(random, URL_SAFE, 22)}.${chars(random, URL_SAFE, 43)}`,
  },
  { kind: 'mailgun-api-key', name: 'MAILGUN_API_KEY', make: token('ke', 'y-', HEX, 32) },
  { kind: 'twilio-api-key', name: 'TWILIO_API_KEY', make: token('S', 'K', HEX, 32) },
  { kind: 'twilio-auth-token', name: 'TWILIO_AUTH_TOKEN', make: (random) => chars(random, HEX, 32) },
  {
    kind: 'telegram-bot-token',
    name: 'TELEGRAM_BOT_TOKEN',
    make: (random) => `${chars(random, '123456789', 10)}:A${'A'}${chars(random, URL_SAFE, 33)}`,
  },
  {
    kind: 'discord-bot-token',
    name: 'DISCORD_BOT_TOKEN',
    make: (random) =>
      [
        Buffer.from(chars(random, '123456789', 18)).toString('base64url'),
        chars(random, URL_SAFE, 6),
        chars(random, URL_SAFE, 38),
      ].join('.'),
  },
  {
    kind: 'discord-webhook',
    name: 'DISCORD_WEBHOOK',
    make: (random) =>
      `https://discord.com/api/${'webhooks'}/${chars(random, '123456789', 18)}/${chars(random, URL_SAFE, 68)}`,
  },
  { kind: 'shopify-token', name: 'SHOPIFY_TOKEN', make: token('sh', 'pat_', HEX, 32) },
  { kind: 'digitalocean-token', name: 'DO_TOKEN', make: token('do', 'p_v1_', HEX, 64) },
  { kind: 'heroku-api-key', name: 'HEROKU_API_KEY', make: uuid },
  { kind: 'heroku-api-key', name: 'HEROKU_API_KEY', make: token('HR', 'KU-AA', URL_SAFE, 58) },
  {
    kind: 'azure-storage-key',
    name: 'AZURE_STORAGE_CONNECTION_STRING',
    make: (random) =>
      `DefaultEndpointsProtocol=https;AccountName=store;Account${'Key'}=${chars(random, BASE64, 86)}==;EndpointSuffix=core.windows.net`,
  },
  {
    kind: 'azure-ad-client-secret',
    name: 'AZURE_CLIENT_SECRET',
    make: (random) =>
      `${chars(random, ALNUM, 3)}8Q~${chars(random, `${URL_SAFE}.~`, 33)}${chars(random, ALNUM, 1)}`,
  },
  { kind: 'cloudflare-api-key', name: 'CLOUDFLARE_API_TOKEN', make: (random) => chars(random, URL_SAFE, 40) },
  { kind: 'databricks-token', name: 'DATABRICKS_TOKEN', make: token('da', 'pi', HEX, 32) },
  { kind: 'linear-api-key', name: 'LINEAR_API_KEY', make: token('lin_', 'api_', ALNUM, 40) },
  {
    kind: 'notion-token',
    name: 'NOTION_TOKEN',
    make: (random) => `${'nt'}n_${chars(random, '123456789', 11)}${chars(random, ALNUM, 35)}`,
  },
  {
    kind: 'atlassian-api-token',
    name: 'JIRA_API_TOKEN',
    make: (random) =>
      `ATA${'TT3'}xFfGF0${chars(random, URL_SAFE, 171)}=${chars(random, HEX.toUpperCase(), 8)}`,
  },
  { kind: 'square-token', name: 'SQUARE_TOKEN', make: token('EA', 'AA', URL_SAFE, 60) },
  { kind: 'docker-token', name: 'DOCKER_TOKEN', make: token('dckr_', 'pat_', URL_SAFE, 27) },
  {
    kind: 'sentry-token',
    name: 'SENTRY_AUTH_TOKEN',
    make: (random) =>
      `sntr${'ys'}_${Buffer.from(JSON.stringify({ iat: 1_700_000_000 + random(), url: 'https://sentry.io', org: 'me' })).toString('base64')}_${chars(random, BASE64, 43)}`,
  },
  { kind: 'new-relic-api-key', name: 'NEW_RELIC_API_KEY', make: token('NR', 'AK-', UPPER + DIGITS, 27) },
  { kind: 'supabase-key', name: 'SUPABASE_ACCESS_TOKEN', make: token('sb', 'p_', HEX, 40) },
  { kind: 'vercel-token', name: 'VERCEL_TOKEN', make: token('vc', 'p_', ALNUM, 56) },
  { kind: 'hashicorp-vault-token', name: 'VAULT_TOKEN', make: token('hv', 's.', URL_SAFE, 92) },
  { kind: 'datadog-key', name: 'DATADOG_API_KEY', make: (random) => chars(random, HEX, 32) },
  { kind: 'private-key', name: 'PRIVATE_KEY', make: privateKey },
  { kind: 'pgp-private-key', name: 'SIGNING_KEY', make: pgpKey },
  { kind: 'jwt', name: 'ID_TOKEN', make: webToken },
  {
    kind: 'url-password',
    name: 'DATABASE_URL',
    make: (random) => `postgres://service:${password(random)}@db.internal:5432/app`,
  },
  { kind: 'bearer-token', name: 'AUTHORIZATION', make: (random) => `Bearer ${chars(random, URL_SAFE, 40)}` },
  {
    kind: 'basic-credentials',
    name: 'AUTHORIZATION',
    make: (random) => `Basic ${Buffer.from(`service:${password(random)}`).toString('base64')}`,
  },
  { kind: 'secret-value', name: 'SESSION_SECRET', make: (random) => chars(random, ALNUM, 40) },
  { kind: 'password', name: 'DB_PASSWORD', make: password },
];

/** Kinds that are neither core nor in `gitleaksFormats.ts`. */
export const OTHER_SAMPLES: readonly VendorSample[] = [
  { kind: 'aws-mws-token', name: 'MWS_AUTH_TOKEN', make: (random) => `amzn.${'mws'}.${uuid(random)}` },
  {
    kind: 'azure-service-bus-key',
    name: 'SERVICE_BUS_CONNECTION',
    make: (random) =>
      `Endpoint=sb://store.servicebus.windows.net/;SharedAccessKeyName=root;SharedAccess${'Key'}=${chars(random, BASE64, 43)}=`,
  },
  {
    kind: 'azure-devops-token',
    name: 'AZURE_DEVOPS_PAT',
    make: (random) => `${chars(random, ALNUM, 76)}AZ${'DO'}${chars(random, ALNUM, 4)}`,
  },
  { kind: 'azure-client-secret', name: 'AZURE_CLIENT_SECRET', make: (random) => chars(random, ALNUM, 40) },
  {
    kind: 'cloudflare-api-token',
    name: 'CLOUDFLARE_TOKEN',
    make: (random) => `cf${'ut'}_${chars(random, ALNUM, 40)}${chars(random, HEX, 8)}`,
  },
  { kind: 'dropbox-token', name: 'DROPBOX_ACCESS', make: token('s', 'l.', URL_SAFE, 136) },
  { kind: 'figma-token', name: 'FIGMA_TOKEN', make: token('fi', 'gd_', URL_SAFE, 40) },
  { kind: 'google-oauth-token', name: 'GOOGLE_ACCESS', make: token('ya', '29.', URL_SAFE, 120) },
  { kind: 'groq-api-key', name: 'GROQ_API_KEY', make: token('gs', 'k_', ALNUM, 52) },
  {
    kind: 'mailchimp-api-key',
    name: 'MAILCHIMP_API_KEY',
    make: (random) => `${chars(random, HEX, 32)}-us${chars(random, '123456789', 2)}`,
  },
  { kind: 'openrouter-api-key', name: 'OPENROUTER_API_KEY', make: token('sk-', 'or-v1-', HEX, 64) },
  {
    kind: 'password-hash',
    name: 'ROOT_HASH',
    make: (random) => `$2${'b'}$12$${chars(random, `${ALNUM}./`, 53)}`.replace('$2b', '$2y'),
  },
  { kind: 'sonarqube-token', name: 'SONAR_LOGIN', make: token('sq', 'u_', HEX, 40) },
  { kind: 'stripe-webhook-secret', name: 'STRIPE_WEBHOOK', make: token('wh', 'sec_', ALNUM, 32) },
  {
    kind: 'tailscale-key',
    name: 'TS_AUTHKEY',
    make: (random) => `ts${'key'}-auth-${chars(random, ALNUM, 12)}CNTRL-${chars(random, ALNUM, 32)}`,
  },
  { kind: 'typeform-token', name: 'TYPEFORM_TOKEN', make: token('tf', 'p_', URL_SAFE, 59) },
  { kind: 'mailgun-public-key', name: 'MAILGUN_PUBLIC_KEY', make: token('pub', 'key-', HEX, 32) },
  {
    kind: 'mapbox-public-token',
    name: 'MAPBOX_TOKEN',
    make: (random) =>
      `pk.${json({ u: chars(random, LOWER, 9), a: chars(random, LOWER + DIGITS, 25) })}.${chars(random, URL_SAFE, 22)}`,
  },
  { kind: 'new-relic-browser-key', name: 'NEW_RELIC_LICENSE', make: token('NR', 'JS-', HEX, 19) },
  { kind: 'stripe-publishable-key', name: 'STRIPE_PUBLISHABLE_KEY', make: token('pk_', 'live_', ALNUM, 99) },
  {
    kind: 'supabase-publishable-key',
    name: 'SUPABASE_ANON_KEY',
    make: (random) => `sb_${'publishable'}_${chars(random, ALNUM, 22)}_${chars(random, ALNUM, 8)}`,
  },
];

/** The notations in which a secret occurs, by name. */
export const VARIANTS: Readonly<Record<string, (name: string, value: string) => string>> = {
  quoted: (name, value) => `const ${name} = ${value.includes('\n') ? `\`${value}\`` : `"${value}"`};\n`,
  YAML: (name, value) =>
    value.includes('\n')
      ? `${name.toLowerCase()}: |\n  ${value.replaceAll('\n', '\n  ')}\nnext: 1\n`
      : `${name.toLowerCase()}: ${value}\nnext: 1\n`,
  'JSON-escaped': (name, value) =>
    `{"body": ${JSON.stringify(JSON.stringify({ [name.toLowerCase()]: value }))}}\n`,
  CRLF: (name, value) => `FIRST=1\r\n${name}=${value.replaceAll('\n', '\r\n')}\r\nLAST=1\r\n`,
  'multi-line': (name, value) =>
    value.includes('\n')
      ? `${name} = (\n${value.replaceAll(/^.*$/gm, (line) => `    ${JSON.stringify(`${line}\n`)}`)}\n)\n`
      : `${name.toLowerCase()}: >-\n    ${value}\nnext: 1\n`,
  'in code': (name, value) =>
    `client.connect({ retries: 3, ${camelCase(name)}: ${value.includes('\n') ? JSON.stringify(value) : `'${value}'`}, timeout: 30 });\n`,
  'in a URL': (name, value) =>
    `fetch("https://api.vendor.dev/v1/items?${name.toLowerCase()}=${value.replaceAll('\n', '%0A')}&page=1")\n`,
  base64: (name, value) => `data: ${Buffer.from(`${name}=${value}\n`).toString('base64')}\n`,
  env: (name, value) =>
    value.includes('\n')
      ? `export ${name}="${value.replaceAll('\n', '\\n')}"\n`
      : `export ${name}=${value}\n`,
  comment: (name, value) => `# ${name}: ${value.replaceAll('\n', '\n# ')}\n# more\n`,
};

function camelCase(name: string): string {
  return name.toLowerCase().replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
