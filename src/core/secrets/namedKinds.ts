/**
 * Values that are secrets because of their name: the name contains the vendor's word, and the value has the vendor's
 * format. One row a kind; see `tokenKinds.ts` for the source of the formats.
 */
import { entropyOf } from './placeholders';
import { wordsOf } from './secretNames';
import { parseWholeShape } from './shape';

type Row = readonly [
  id: string,
  /** Parts of the name in lowercase without separators; one must begin a word. */
  words: string,
  /** Least entropy in bits a character. */
  entropy: number,
  /** Shapes of the whole value. */
  shapes: string,
];

const UUID = '<H8>-<H4>-<H4>-<H4>-<H12>';

const ROWS: readonly Row[] = [
  ['adafruit-api-key', 'adafruit', 0, '<s32>'],
  ['adobe-client-id', 'adobe', 2, '<H32>'],
  ['airtable-api-key', 'airtable', 0, '<A17>'],
  ['algolia-api-key', 'algolia', 0, '<A32>'],
  ['alibaba-secret-key', 'alibaba aliyun', 2, '<A30>'],
  ['asana-client-id', 'asana', 0, '<d16>'],
  ['asana-client-secret', 'asana', 0, '<A32>'],
  ['atlassian-api-key', 'atlassian confluence jira', 3.5, '<A24>'],
  ['aws-secret-key', 'aws secretaccesskey amazon', 4, '<b40>'],
  ['azure-client-secret', 'azure', 3.5, '<A40>'],
  ['beamer-token', 'beamer', 0, 'b_<t44>'],
  ['bitbucket-client-id', 'bitbucket', 0, '<A32>'],
  ['bitbucket-client-secret', 'bitbucket', 0, '<t64>'],
  ['bittrex-key', 'bittrex', 0, '<A32>'],
  ['cisco-meraki-api-key', 'meraki', 3, '<H40>'],
  ['cloudflare-api-key', 'cloudflare cf', 2, '<s40> <H37>'],
  ['codecov-token', 'codecov', 0, `<A32> ${UUID}`],
  ['cohere-token', 'cohere coapikey', 4, '<A40>'],
  ['coinbase-token', 'coinbase', 0, '<s64>'],
  ['confluent-token', 'confluent', 0, '<A16>'],
  ['confluent-secret-key', 'confluent', 0, '<A64>'],
  ['contentful-token', 'contentful', 0, '<t43>'],
  ['datadog-key', 'datadog dd', 0, '<A40> <H32>'],
  ['defined-networking-token', 'dnkey', 0, 'dnkey-<t26>-<t52>'],
  ['discord-api-token', 'discord', 0, '<H64>'],
  ['discord-client-id', 'discord', 2, '<d18>'],
  ['discord-client-secret', 'discord', 2, '<t32>'],
  ['droneci-token', 'droneci', 0, '<A32>'],
  ['dropbox-api-token', 'dropbox', 0, '<A15>'],
  ['dropbox-long-lived-token', 'dropbox', 0, '<A11>AAAAAAAAAA<t43>'],
  ['dropbox-token', 'dropbox', 0, 'sl.<t135>'],
  ['etsy-token', 'etsy', 3, '<A24>'],
  ['facebook-secret', 'facebook', 3, '<H32>'],
  ['fastly-token', 'fastly', 0, '<t32>'],
  ['finicity-token', 'finicity', 0, '<H32>'],
  ['finicity-client-secret', 'finicity', 0, '<A20>'],
  ['finnhub-token', 'finnhub', 0, '<A20>'],
  ['flickr-token', 'flickr', 0, '<A32>'],
  ['freshbooks-token', 'freshbooks', 0, '<A64>'],
  ['gitter-token', 'gitter', 0, '<s40>'],
  ['gocardless-token', 'gocardless', 0, 'live_<t40>'],
  ['heroku-api-key', 'heroku', 0, UUID],
  ['hubspot-api-key', 'hubspot', 0, UUID],
  ['intercom-api-key', 'intercom', 0, '<t60>'],
  ['jfrog-api-key', 'jfrog artifactory bintray xray', 0, '<A73>'],
  ['jfrog-token', 'jfrog artifactory bintray xray', 0, '<A64>'],
  ['kraken-token', 'kraken', 0, '<K80-90>'],
  ['kucoin-token', 'kucoin', 0, '<H24>'],
  ['kucoin-secret-key', 'kucoin', 0, UUID],
  ['launchdarkly-token', 'launchdarkly', 0, '<t40>'],
  ['linear-client-secret', 'linear', 2, '<H32>'],
  ['linkedin-client-id', 'linkedin', 2, '<A14>'],
  ['linkedin-client-secret', 'linkedin', 2, '<A16>'],
  ['lob-api-key', 'lob', 0, 'live_<H35> test_<H35>'],
  ['lob-public-key', 'lob', 0, 'live_pub_<H31> test_pub_<H31>'],
  ['looker-client-id', 'looker', 0, '<A20>'],
  ['looker-client-secret', 'looker', 0, '<A24>'],
  ['mailchimp-api-key', 'mailchimp', 0, '<H32>-us<d2>'],
  ['mailgun-api-key', 'mailgun', 0, 'key-<H32>'],
  ['mailgun-public-key', 'mailgun', 0, 'pubkey-<H32>'],
  ['mailgun-signing-key', 'mailgun', 0, '<A32>-<A8>-<A8>'],
  ['mapbox-token', 'mapbox', 0, 'pk.<A60>.<A22>'],
  ['mattermost-token', 'mattermost', 0, '<A26>'],
  ['messagebird-token', 'messagebird', 0, '<A25>'],
  ['messagebird-client-id', 'messagebird', 0, UUID],
  ['netlify-token', 'netlify', 0, '<t40-46>'],
  ['new-relic-browser-key', 'newrelic', 0, 'NRJS-<H19>'],
  ['new-relic-insert-key', 'newrelic', 0, 'NRII-<s32>'],
  ['new-relic-user-id', 'newrelic', 0, '<A64>'],
  ['new-relic-api-key', 'newrelic', 0, 'NRAK-<A27>'],
  ['nytimes-token', 'nytimes newyorktimes', 0, '<t32>'],
  ['okta-token', 'okta', 4, '00<t40>'],
  ['plaid-token', 'plaid', 0, `access-sandbox-${UUID} access-development-${UUID} access-production-${UUID}`],
  ['plaid-client-id', 'plaid', 3.5, '<A24>'],
  ['plaid-secret-key', 'plaid', 3.5, '<A30>'],
  ['privateai-token', 'privateai', 3, '<A32>'],
  ['rapidapi-token', 'rapidapi', 0, '<s50>'],
  ['sendbird-access-id', 'sendbird', 0, UUID],
  ['sendbird-token', 'sendbird', 0, '<H40>'],
  ['sentry-token', 'sentry', 3, '<H64>'],
  ['sidekiq-secret', 'bundleenterprisecontribsyscom bundlegemscontribsyscom', 0, '<H8>:<H8>'],
  ['snyk-token', 'snyk', 0, UUID],
  ['sonarqube-token', 'sonar', 0, '<t40> squ_<t40> sqp_<t40> sqa_<t40>'],
  ['squarespace-token', 'squarespace', 0, UUID],
  ['sumologic-access-id', 'sumo', 3, 'su<A12>'],
  ['sumologic-token', 'sumo', 3, '<A64>'],
  ['telegram-bot-token', 'telegr', 0, '<d5-16>:<A1><s34>'],
  ['travisci-token', 'travis', 0, '<A22>'],
  ['twilio-auth-token', 'twilio', 3, '<h32>'],
  ['twitch-token', 'twitch', 0, '<A30>'],
  ['twitter-access-secret', 'twitter', 0, '<A45>'],
  ['twitter-access-token', 'twitter', 0, '<d15-25>-<A20-40>'],
  ['twitter-api-key', 'twitter', 0, '<A25>'],
  ['twitter-api-secret', 'twitter', 0, '<A50>'],
  ['twitter-bearer-token', 'twitter', 0, 'AAAAAAAAAAAAAAAAAAAAAA<P80-100>'],
  ['typeform-token', 'typeform', 0, 'tfp_<T59>'],
  ['yandex-token', 'yandex', 0, 't1.<s1-><e0-2>.<s86><e0-2>'],
  ['yandex-api-key', 'yandex', 0, 'AQVN<s35-38>'],
  ['yandex-aws-token', 'yandex', 0, 'YC<s38>'],
  ['zendesk-secret-key', 'zendesk', 0, '<A40>'],
];

interface NamedKind {
  readonly id: string;
  readonly words: readonly string[];
  readonly entropy: number;
  readonly shapes: readonly ((text: string) => boolean)[];
}

let parsed: readonly NamedKind[] | undefined;

/** All of them, in the order in which they are tried. */
export function namedKinds(): readonly NamedKind[] {
  parsed ??= ROWS.map(([id, words, entropy, shapes]) => ({
    id,
    words: words.split(' '),
    entropy,
    shapes: shapes.split(' ').map(parseWholeShape),
  }));
  return parsed;
}

/** The kind of a value under a name with a vendor's word in it. */
export function namedKindOf(name: string, value: string): string | undefined {
  return kindsOfName(name).find(
    (kind) => kind.shapes.some((fits) => fits(value)) && entropyOf(value) >= kind.entropy,
  )?.id;
}

/** A text has the same few names again and again. */
const kindsByName = new Map<string, readonly NamedKind[]>();
const MOST_NAMES = 2000;

function kindsOfName(name: string): readonly NamedKind[] {
  const known = kindsByName.get(name);
  if (known !== undefined) return known;
  const words = wordsOf(name);
  const ends = words.map((_, at) => words.slice(at).join(''));
  const kinds = namedKinds().filter((kind) =>
    kind.words.some((word) => ends.some((end) => end.startsWith(word))),
  );
  if (kindsByName.size >= MOST_NAMES) kindsByName.clear();
  kindsByName.set(name, kinds);
  return kinds;
}

const SHORTEST = 10;
const LONGEST = 200;
const API_ENTROPY = 3.5;

/**
 * Whether name and value together make a secret: a random ID under `DROPBOX` is one, other values of that name are
 * harmless. Also random values under the name of an API.
 */
export function isNamedToken(name: string, value: string): boolean {
  const plain = value.replaceAll(/^["'`]|["'`;,]{1,8}$/g, '');
  if (plain.length < SHORTEST || plain.length > LONGEST) return false;
  if (isApiName(name) && /^[\w.=-]{1,200}$/.test(plain) && entropyOf(plain) > API_ENTROPY) return true;
  return namedKindOf(name, plain) !== undefined;
}

/** Most values under such a name are harmless; random ones are secrets. */
function isApiName(name: string): boolean {
  return /access|api(?![a-z])/i.test(name);
}
