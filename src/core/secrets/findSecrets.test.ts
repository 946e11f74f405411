import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CORE_SAMPLES, password, pgpKey, randomFrom, VARIANTS } from '../../../tests/secrets/vendorSamples';
import { findSecrets } from './findSecrets';

const random = randomFrom(7);

function sampleOfKind(kind: string): string {
  const sample = CORE_SAMPLES.find((each) => each.kind === kind);
  if (sample === undefined) throw new Error(`no sample of ${kind}`);
  return sample.make(random);
}

const PASSWORD = password(random);
const TOKEN = sampleOfKind('secret-value');
const GITHUB = sampleOfKind('github-token');
const NPM = sampleOfKind('npm-token');
const AWS = sampleOfKind('aws-secret-key');
const STRIPE = sampleOfKind('stripe-key');

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function found(text: string, path: string): readonly string[] {
  return findSecrets(text, { path }).map(
    ({ severity, start, end }) => `${severity} ${text.slice(start, end)}`,
  );
}

describe('core kinds', () => {
  it.each(CORE_SAMPLES)('$kind as $name is found in at least 8 of 10 notations', ({ name, make }) => {
    for (let seed = 1; seed <= 5; seed += 1) {
      const value = make(randomFrom(seed));
      const missed = Object.entries(VARIANTS).filter(
        ([, write]) => findSecrets(write(name, value)).length === 0,
      );
      expect(missed.length, missed.map(([variant]) => variant).join()).toBeLessThanOrEqual(2);
    }
  });
});

describe('ordinary files', () => {
  it.each([
    ['.env', `PORT=3000\nDB_PASSWORD=${PASSWORD}\n`, PASSWORD],
    ['.env.production', `export SESSION_SECRET="${TOKEN}"\n`, TOKEN],
    ['src/config.ts', `export const config = {\n  port: 80,\n  apiKey: '${TOKEN}',\n};\n`, TOKEN],
    ['src/client.py', `client = Client(token="${GITHUB}", retries=3)\n`, GITHUB],
    ['Dockerfile', `FROM node:20\nENV DB_PASSWORD ${PASSWORD}\nRUN npm ci\n`, PASSWORD],
    ['build/Dockerfile', `ARG NPM_TOKEN=${NPM}\n`, NPM],
    [
      'docker-compose.yml',
      `services:\n  db:\n    environment:\n      POSTGRES_PASSWORD: ${PASSWORD}\n`,
      PASSWORD,
    ],
    ['compose.yaml', `    environment:\n      - MYSQL_ROOT_PASSWORD=${PASSWORD}\n`, PASSWORD],
    ['k8s/secret.yaml', `apiVersion: v1\nkind: Secret\ndata:\n  db: ${base64(PASSWORD)}\n`, base64(PASSWORD)],
    ['k8s/plain.yaml', `kind: Secret\nstringData:\n  db: ${PASSWORD}\ntype: Opaque\n`, PASSWORD],
    ['.npmrc', `//registry.npmjs.org/:_authToken=${NPM}\n`, NPM],
    ['.pypirc', `[pypi]\nusername = me\npassword = ${PASSWORD}\n`, PASSWORD],
    ['.netrc', `machine api.vendor.dev login me password ${PASSWORD}\n`, PASSWORD],
    ['_netrc', `machine api.vendor.dev\n  login me\n  password ${PASSWORD}\n`, PASSWORD],
    ['terraform.tfvars', `region = "eu"\ndb_password = "${PASSWORD}"\n`, PASSWORD],
    ['main.tf', `provider "aws" {\n  secret_key = "${AWS}"\n}\n`, AWS],
    ['appsettings.json', `{"Smtp": {"Host": "mail", "Password": "${PASSWORD}"}}\n`, PASSWORD],
    ['App.config', `<add key="ApiToken" value="${TOKEN}"/>\n`, TOKEN],
    ['src/main/resources/application.properties', `spring.datasource.password=${PASSWORD}\n`, PASSWORD],
    ['src/main/resources/application.yml', `jwt:\n  secret: ${TOKEN}\n`, TOKEN],
    ['wp-config.php', `define( 'DB_PASSWORD', '${PASSWORD}' );\n`, PASSWORD],
    ['config/database.yml', `production:\n  username: app\n  password: ${PASSWORD}\n`, PASSWORD],
    ['.github/workflows/deploy.yml', `        env:\n          STRIPE_KEY: ${STRIPE}\n`, STRIPE],
    ['deploy.sh', `curl -H "Authorization: Bearer ${TOKEN}" https://api.vendor.dev\n`, TOKEN],
    ['backup.sh', `mysqldump --password ${PASSWORD} app\n`, PASSWORD],
    ['upload.sh', `curl -u "me:${PASSWORD}" https://files.vendor.dev\n`, PASSWORD],
    [
      '.docker/config.json',
      `{"auths": {"r.io": {"auth": "${base64(`me:${PASSWORD}`)}"}}}`,
      base64(`me:${PASSWORD}`),
    ],
    ['src/db.ts', `connect('mongodb://app:hub24${'xqvw'}@db.vendor.dev/app')\n`, 'hub24xqvw'],
    ['analysis.ipynb', `  "source": [\n    "api_key = \\"${TOKEN}\\"\\n"\n  ]\n`, TOKEN],
    ['package-lock.json', `"resolved": "https://me:${PASSWORD}@npm.vendor.dev/a.tgz"\n`, PASSWORD],
  ])('%s', (path, text, value) => {
    expect(found(text, path)).toEqual([`secret ${value}`]);
  });
});

describe('severity', () => {
  it.each([
    'test/client.py',
    'src/client.test.ts',
    'pkg/client_test.go',
    'spec/fixtures/key.json',
    'docs/setup.md',
    'examples/app/config.ts',
    'src/dockerTest/resources/client.key',
    'src/testFixtures/a.java',
    'README.md',
    '.env.example',
    'src/__mocks__/api.ts',
    'lib/tests/unit.rs',
  ])('%s is a sample', (path) => {
    expect(found(`token = "${GITHUB}"`, path)).toEqual([`info ${GITHUB}`]);
  });

  it.each([
    'src/latest/client.py',
    'src/contest.ts',
    'lib/attestation/key.go',
    'src/inspector.ts',
    'src/news/api.ts',
    'src/google-docs/api.ts',
    'template.yaml',
    'dist/app.js',
    'public/index.html',
    'documents/a.ts',
    'src/testimonials/api.ts',
  ])('%s is none', (path) => {
    expect(found(`token = "${GITHUB}"`, path)).toEqual([`secret ${GITHUB}`]);
  });

  it('is info for keys that are public by design', () => {
    const claims = (role: string): string =>
      [
        { alg: 'HS256', typ: 'JWT' },
        { iss: 'supabase', ref: 'abcdefgh', role },
      ]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.') + `.${TOKEN}`;
    expect(found(claims('anon'), 'src/client.ts')).toEqual([`info ${claims('anon')}`]);
    expect(found(claims('service_role'), 'src/client.ts')).toEqual([`secret ${claims('service_role')}`]);
    expect(found(`key = "${'pk'}_live_${TOKEN}"`, 'src/shop.ts')).toEqual([`info ${'pk'}_live_${TOKEN}`]);
  });
});

describe('no secrets', () => {
  it.each([
    'password = "<your-password-1>"',
    'DB_PASSWORD=${DB_PASSWORD_2024}',
    'password: {{ vault_db_password_1 }}',
    'const token = process.env.API_TOKEN_V2',
    'api_key = os.environ["API_KEY_V1"]',
    'apiKey: config.get("service.v2.apiKey1")',
    'AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE',
    'secret_key = "0123456789abcdef0123456789abcdef"',
    'token = "xxxxxxxxxxxxxxxxxxxxxxxxxxxx1"',
    'password = "password123"',
    'secretName: my-app-tls-secret-2024',
    '<UserSecretsId>aspnet-Shop.API-a1b2c3d4-9cac-42f3-9bc2-16f48cc010c5</UserSecretsId>',
    'const tokenType = "urn:ietf:params:oauth:token-type:jwt1"',
    'assetToken: "Purple7/v4/65/04/4d/65044dae-15b0-a5e0-d021-5aa4162a03a3/image.jpg"',
    'secret: AUTH_AZURE_AD_B2C_SECRET',
    'token_keys = "auth_provider_x509_cert_url"',
    'postgres://user:password@localhost:5432/app',
    'https://me:a1B2c3D4e5@example.com/',
    'git@github.com:me/token.git',
    'integrity: sha512-Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA==',
    'kind: Secret\ndata:\n  key: eHh4eHh4eHh4\n',
  ])('%s', (text) => {
    expect(found(text, 'src/settings.txt')).toEqual([]);
  });

  it('leaves names in generated files and tokens within long base64', () => {
    expect(found(`secret: ${TOKEN}`, 'pnpm-lock.yaml')).toEqual([]);
    const image = Array.from({ length: 300 }, () => TOKEN.charAt(Math.floor(random() * 40))).join('');
    expect(
      found(`url(data:image/png;base64,${image}/${sampleOfKind('aws-access-key-id')}/${image})`, 'a.html'),
    ).toEqual([]);
  });
});

describe('findings', () => {
  it('have their line, and offsets of the value alone', () => {
    const text = `a\r\n\r\ntoken: "${GITHUB}",\nb\n${pgpKey(random)}\n`;
    expect(findSecrets(text).map(({ kind, line, start }) => [kind, line, start])).toEqual([
      ['github-token', 3, text.indexOf(GITHUB)],
      ['pgp-private-key', 5, text.indexOf('-----BEGIN')],
    ]);
  });

  it.each([
    ['encrypted-private-key', (key: string) => key.replaceAll('PRIVATE', 'ENCRYPTED PRIVATE')],
    [
      'google-service-account',
      (key: string) => JSON.stringify({ type: 'service_account', private_key: key }),
    ],
    ['private-key', (key: string) => key.slice(0, 120)],
  ])('tell a key block that is a %s', (kind, write) => {
    expect(findSecrets(write(sampleOfKind('private-key'))).map((each) => each.kind)).toEqual([kind]);
  });

  it('ascend and do not overlap', () => {
    const piece = fc.oneof(
      fc.constantFrom(...CORE_SAMPLES.map(({ name, make }) => `${name}="${make(random)}"\n`)),
      fc.constantFrom(
        'password=',
        '"',
        '\n',
        '://a:',
        'Bearer ',
        'kind: Secret\ndata:\n',
        base64(`k=${GITHUB}`),
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        let last = { end: 0, line: 1 };
        for (const each of findSecrets(text)) {
          expect(each.start).toBeGreaterThanOrEqual(last.end);
          expect(each.end).toBeGreaterThan(each.start);
          expect(each.line).toBe(text.slice(0, each.start).split('\n').length);
          last = each;
        }
        expect(last.end).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});
