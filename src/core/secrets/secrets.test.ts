import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleOf } from '../../../tests/secrets/sampleOf';
import { secretSpans } from './findSecrets';
import { isNamedToken } from './namedKinds';
import { isSecretName } from './secretNames';
import { NAMED_TOKENS, TOKENS } from '../../../tests/secrets/gitleaksFormats';
import { withoutSecretLiterals, withoutSecrets, withoutStatedSecrets } from './withoutSecrets';

/** Random samples of a format, the same on each run. */
function samples(pattern: string): readonly string[] {
  let seed = 1;
  const random = (): number => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  return Array.from({ length: 20 }, () => sampleOf(pattern, random));
}

describe('secretSpans', () => {
  it.each(TOKENS)('finds each %s', (_, __, pattern) => {
    for (const sample of samples(pattern)) {
      expect(sample).toMatch(new RegExp(pattern));
      for (const [before, behind] of [
        ['', ''],
        ['"', '",'],
        ['value: ', '\r\n'],
        ['https://example.com/?a=', '&b=1'],
        ['call(`', '`);'],
      ] as const) {
        const [span, ...more] = secretSpans(`${before}${sample}${behind}`);
        expect(more, sample).toEqual([]);
        expect(span?.start, sample).toBe(before.length);
        expect(span?.end, sample).toBeGreaterThanOrEqual(before.length + sample.length);
      }
    }
  });

  it.each([
    'xoxb-xxx',
    'ghp_',
    'AKIA',
    'a hash: 3a8f1b2c4d5e6f708192a3b4c5d6e7f809a1b2c3',
    'https://hooks.slack.com/services/',
    'https://example.com:8080/a@b',
    'git@github.com:user/repository.git',
    'SK-learn and task_runner, desk-lamp, risk_assessment',
    'import { keyOf } from "./keys";',
    'sha512-AAAABBBB/lock file hashes are none',
    'docker run -u 1000:1000 image',
    'curl -u $USER:$PASSWORD -u "me:${TOKEN}" -u me:<token> https://example.com',
    'sort -u a b',
    'Basic configuration, basic BASE64 text, Basic Auth2',
    'print $1$2, $5$name, $1$SECOND_PART_OF_A_LONG_NAME',
  ])('finds nothing in %s', (text) => {
    expect(secretSpans(text)).toEqual([]);
  });

  it('finds key blocks, even truncated ones, and credentials in an address', () => {
    const block = `-----BEGIN ${'EC PRIVATE KEY'}-----\nabc\n-----END ${'EC PRIVATE KEY'}-----`;
    expect(withoutSecrets(`a\n${block}\nb`)).toBe('a\n•••\nb');
    expect(withoutSecrets(block.slice(0, 40))).toBe('•••');
    expect(withoutSecrets('postgres://me:pw@host/db')).toBe('postgres://•••@host/db');
  });

  it.each([
    ['header Authorization "Basic dXNlcjpodW50ZXIy";', 'header Authorization "•••";'],
    ['me:$apr1$abcdefgh$0123456789abcdefghijkl', 'me:•••'],
    ['me:$6$salt$0123456789abcdefghijkl./ABC:19000:0:', 'me:•••:19000:0:'],
    [`me:$2y$10$${'abcdefghijklmnopqrstu./ABCDE'.repeat(2).slice(0, 53)}`, 'me:•••'],
  ])('finds basic credentials and hashes of passwords in %s', (text, shown) => {
    expect(withoutSecrets(text)).toBe(shown);
  });

  it('tries later formats if a token lacks the entropy for the first one', () => {
    const token = `${'gl'}rt-t1_${'a'.repeat(17)}9xKqZr7TbNw2LmVc4HsJd8FgYp3EuQo6.1a2b3c4d5`;
    expect(withoutSecrets(`runner ${token} here`)).toBe('runner ••• here');
  });

  it('gives ascending spans of any text', () => {
    const token = fc.constantFrom(...TOKENS.flatMap(([, , pattern]) => samples(pattern).slice(0, 1)));
    const text = fc.array(fc.oneof(token, fc.string()), { maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (each) => {
        let end = 0;
        for (const span of secretSpans(each)) {
          expect(span.start).toBeGreaterThanOrEqual(end);
          expect(span.end).toBeGreaterThan(span.start);
          end = span.end;
        }
        expect(end).toBeLessThanOrEqual(each.length);
      }),
    );
  });

  it('bounds every repetition, so that no text takes long', () => {
    const patterns = [...TOKENS, ...NAMED_TOKENS].map(([, , pattern]) =>
      pattern.replaceAll(/\\.|\[(?:\\.|[^\]])+\]/g, ''),
    );
    expect(patterns.filter((pattern) => /[*+]|,\}/.test(pattern))).toEqual([]);
  });
});

describe('isNamedToken', () => {
  it.each(NAMED_TOKENS)('recognizes each %s by its name', (_, __, pattern, name) => {
    const words = samples(name.replace('new-york-times,|', ''));
    for (const [at, sample] of samples(pattern).entries()) {
      expect(isNamedToken(`MY_${words[at] ?? ''}_ID`, `"${sample}"`), sample).toBe(true);
      expect(isNamedToken('color', sample), sample).toBe(false);
    }
  });

  it('hides random values under the name of an API', () => {
    expect(isNamedToken('API', 'k3J9xQ2mZ7pL')).toBe(true);
    expect(isNamedToken('apiVersion', 'v1')).toBe(false);
    expect(isNamedToken('access', 'aaaaaaaaaaaa')).toBe(false);
  });
});

describe('isSecretName', () => {
  it.each(
    'pass smtp_pass db_pass smtppass PASS2 PIN user.pin JWT jwtToken LOGIN me-login password DB_PASSWORD passwd passphrase pwd apiKey API_KEY ssh-key privateKey key SECRET clientSecret access_token _authToken Authorization X-Auth-Token basicauth credentials aws_creds dsn cookie sessionId webhook_url salt'.split(
      ' ',
    ),
  )('%s', (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  it.each(
    'author authors keywords keyboard monkey hotkey compass bypass pinned ping shipping spin tokenizer passive certain designation namespace path'.split(
      ' ',
    ),
  )('not %s', (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});

describe('withoutSecrets', () => {
  it.each([
    'TokenId="hunter2"',
    'smtp_pass: hunter2',
    'DB_PASS = hunter2',
    '"db_pass" : "hunter2",',
    'PIN=hunter2',
    'JWT=hunter2',
    'LOGIN=me:hunter2',
    'api_token => "hunter2"',
    'X_TOKEN ?= "hunter2"',
    'X_TOKEN := hunter2',
    'X_TOKEN :::= hunter2',
    '$token .= "x"; $token = "hunter2";',
    'System.setProperty("X_TOKEN", "hunter2")',
    'ENV DB_PASS hunter2',
    'ARG TOKEN=hunter2',
    'mysql --password hunter2 --host x',
    'mysql --password=hunter2',
    'curl -u me:hunter2 https://example.com',
    "curl --user  'me:hunter2' $URL",
    'curl -u ":hunter2" https://example.com',
    '<token value="hunter2"/>',
    "<add key='Password' value='hunter2' />",
    '<entry name="smtpToken" value="hunter2" />',
    '<input type="password" value="hunter2">',
    '<meta name="csrf-token" content="hunter2">',
    '<smtp-pass>hunter2</smtp-pass>',
    '<user name="x" password="hunter2"/>',
    '<Token>\n    hunter2\n</Token>',
    '<string name="api_key">hunter2</string>',
    '<password><![CDATA[hunter2]]></password>',
    '<password>\n  <value>hunter2</value>\n</password>',
    '<secrets>\n  <value>hunter2</value>\n',
    '<setting name="Password" serializeAs="String">\n  <value>hunter2</value>\n</setting>',
    '<add key="Password" value="a>hunter2"/>',
    '<key>Password</key>\n<string>hunter2</string>',
    '<property><name>fs.password</name><value>hunter2</value></property>',
    '<entry>\n  <key>password</key>\n  <value>hunter2</value>\n</entry>',
    '<param-name> db.pass </param-name><param-value>hunter2</param-value>',
    'machine example.com login me password hunter2',
    'default login me password hunter2 account a',
    'machine example.com\n  login me\n  password hunter2\n',
    'requirepass hunter2\n',
  ])('hides the value in %j', (text) => {
    expect(withoutSecrets(text)).not.toContain('hunter2');
    expect(withoutSecrets(text)).toContain('•••');
  });

  it.each([
    '<input type="text" value="hello" keyboard="en">',
    '<p class="author">Somebody</p>',
    'author: Somebody\nkeywords: a, b\n',
    'monkey = 1',
    'token = null',
    '<key>Name</key>\n<string>Somebody</string>',
    '<key>IsOpen</key>\n<true/>',
    '<property><name>fs.user</name><value>Somebody</value></property>',
    'password managers store them\n',
    'the token\nbelow\n',
    '<input name="password">\n<p>Somebody</p>',
  ])('leaves %j', (text) => {
    expect(withoutSecrets(text)).toBe(text);
  });

  it('reads each value once', () => {
    const text = 'key=null&'.repeat(30_000);
    expect(withoutSecrets(text)).toBe(text);
  });
});

describe('withoutStatedSecrets', () => {
  it.each([
    ['Set `PASS=hunter2hunter` first.', 'Set `PASS=•••` first.'],
    ['The password: S3cr3tVal9, for now.', 'The password: •••, for now.'],
    ['Token: see https://example.com/a1.', 'Token: see https://example.com/a1.'],
    ['Keys: left and right. Tokens: as counted.', 'Keys: left and right. Tokens: as counted.'],
    ['key: https://example.com/page1', 'key: https://example.com/page1'],
  ])('%s', (sentence, shown) => {
    expect(withoutStatedSecrets(sentence)).toBe(shown);
  });
});

describe('withoutSecretLiterals', () => {
  it.each([
    ['def f(user="me", password="hunter2", port=80):', 'def f(user="me", password=•••, port=80):'],
    ["f(pin: number = 1234, token: string = 'x')", 'f(pin: number = •••, token: string = •••)'],
    ['void f(String apiKey, int key)', 'void f(String apiKey, int key)'],
    ['def f(key=None, token: str | None = None)', 'def f(key=None, token: str | None = None)'],
    [`f(a = '${'ghp' + '_'}${'a1B2'.repeat(9)}')`, "f(a = '•••')"],
  ])('%s', (code, shown) => {
    expect(withoutSecretLiterals(code)).toBe(shown);
  });
});
