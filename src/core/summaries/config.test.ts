import { describe, expect, it } from 'vitest';
import { languageRules } from '../languages/registry';
import { scanFacts } from '../languages/scan';
import { summarizeConfig } from './config';
import { summarize } from './summarize';

function summary(language: string, text: string): string {
  const rules = languageRules(language);
  if (rules === undefined || rules.kind === 'grammar') throw new Error(`${language} has no scanner`);
  return summarizeConfig(language, text, scanFacts(text, rules));
}

describe('summarizeConfig', () => {
  it('lists tables and keys with types and short values', () => {
    const text = 'title = "A"\nport = 80\non = true\n[a]\nlist = [1, 2]\nat = { b = 1 }\n';
    expect(summary('toml', text)).toBe(
      [
        'toml, 6 lines',
        '',
        '- title: text "A"',
        '- port: number 80',
        '- on: boolean true',
        '- a',
        '  - list: list',
        '  - at: table',
        '',
      ].join('\n'),
    );
  });

  it('describes a value that begins below its key by its kind', () => {
    const text = 'list:\n- 1\na:\n  b:\n    c:\n      d:\n        e: 1\nempty:\ntext: |\n  some\n';
    expect(summary('yaml', text)).toBe(
      'yaml, 10 lines\n\n- list: list\n- a\n  - b\n    - c\n      - d: table\n- empty: empty\n- text: text\n',
    );
  });

  it.each([
    ['json', '{"db": {"password": "hunter2"}, "apiKey": "hunter2"}'],
    ['json', '{"auth": {"user": "hunter2"}}'],
    ['json', '{"a": {"b": {"c": {"password": "hunter2"}}}}'],
    ['yaml', 'password: hunter2\nsecret: |\n  hunter2\ntoken:\n  - hunter2\n'],
    ['yaml', 'db: &db { password: hunter2 }\n'],
    ['yaml', 'a:\n  b:\n    c:\n      d:\n        password: hunter2\n'],
    ['yaml', 'env:\n- name: PASSWORD\n  value: hunter2\n'],
    ['yaml', '- hunter2\n- key: hunter2\n'],
    ['toml', '[[env]]\nname = "DB_PASS"\nvalue = "hunter2"\n'],
    ['dotenv', 'SMTP_PASS=hunter2\nPIN=hunter2\nJWT=hunter2\nLOGIN=me:hunter2\ndb_pass=hunter2\n'],
    ['dotenv', 'START=run --password hunter2\nHEADER="Authorization: Basic hunter2"\n'],
    ['toml', 'api_token = "hunter2"\n[credentials]\nuser = "hunter2"\n'],
    ['toml', 'db = { password = "hunter2" }\n'],
    ['ini', '//registry.example.com/:_authToken=hunter2\n[a]\npassword: hunter2\n'],
    ['ini', 'options =\n  password = hunter2\nhunter2\n'],
    ['ini', 'url = mysql://root:hunter2@localhost/\ndsn = host=a;Password=hunter2\njdbc = x;pwd=hunter2\n'],
    ['properties', 'db.password hunter2\nsecret\\:key = hunter2\nlong = a,\\\n  password=hunter2\n'],
    ['dotenv', "export TOKEN=hunter2\nPRIVATE_KEY='-----BEGIN\nhunter2\n-----END'\nhunter2\n"],
    ['hcl', 'variable "db_password" {\n  default = "hunter2"\n}\n'],
    ['hcl', 'login { password = "hunter2" }\noutput "a" { value = "password=hunter2" }\n'],
    ['hcl', 'a {\n b {\n  c {\n   password = "hunter2"\n  }\n }\n}\n'],
  ])('never shows a secret of %s: %j', (language, text) => {
    expect(summary(language, text)).not.toContain('hunter2');
  });

  it.each(['AKIAIOSFODNN7EXAMPLE', 'ghp_16C7e42F292c6912E7', 'eyJhbGciOiJIUzI1NiJ9.x', 'a'.repeat(40)])(
    'hides %s whatever its key',
    (value) => {
      expect(summary('dotenv', `PLAIN=${value}\n`)).toBe('dotenv, 1 line\n\n- PLAIN: text •••\n');
    },
  );

  it.each([
    '{"name": "x", "password": "hunter2", "db": {"apiKey":"hunter2"}}',
    "TOKEN=hunter2\nexport SECRET_KEY='hunter2'\nurl = x://root:hunter2@localhost/",
    'password: hunter2',
    `{"password": "${'hunter2'.repeat(100)}"}`,
    String.raw`{"password": "a\"hunter2", "b": 1}`,
    '-----BEGIN RSA PRIVATE KEY-----\nhunter2\nhunter2\n-----END RSA PRIVATE KEY-----\n',
    'x: |\n  -----BEGIN OPENSSH PRIVATE KEY-----\n  hunter2\n  hunter2\n',
    '---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nComment: x\nhunter2\n',
    `Lines: 1\nAAAA${'hunter2'.repeat(9)}\n`,
    'password = """\nhunter2\n"""\n',
    "password = r'''\nhunter2\n",
    'PASSWORD="a\nhunter2"\nuser=x\n',
    'const password = `a\nhunter2\nhunter2`;\n',
    'TOKEN=<<EOF\nhunter2\nEOF\n',
    'TOKEN=a\\\n  hunter2\n',
    'password => hunter2\n',
    'password: |\n  a\n\n  hunter2\nuser: x\n',
    'password:\n  hunter2\n',
    'tokens:\n- hunter2\n- hunter2\n',
    'a:\n  password: a\n    hunter2\n',
    '{\n"auth": {\n"user": "hunter2"\n}\n}\n',
    '{\n  "keys": [\n    "hunter2"\n  ]\n}\n',
    '<config>\n<password>\nhunter2\n</password>\n',
  ])('never shows a secret of what could not be read: %j', (text) => {
    expect(summarize({ languageName: 'JSON', text, facts: undefined })).not.toContain('hunter2');
  });

  it('shows the first lines of any other file as they are', () => {
    const text = 'A plain note, with a colon: here.\nwidth = 80\n';
    expect(summarize({ languageName: 'Text', text, facts: undefined })).toBe(`Text, 2 lines\n\n${text}`);
  });

  it('shows text next to a secret of several lines', () => {
    const text = 'name: x\npassword: |\n  a\n  b\nuser: y\nkeys: [\n  c\n]\n';
    expect(summarize({ languageName: 'YAML', text, facts: undefined })).toBe(
      'YAML, 8 lines\n\nname: x\npassword: •••\n  •••\nuser: y\nkeys: [\n  •••\n]\n',
    );
  });

  it('shows values that only sound like secrets', () => {
    expect(summary('json', '{"author": "A", "keywords": "b", "private": true}')).toBe(
      'json, 1 line\n\n- author: text "A"\n- keywords: text "b"\n- private: boolean true\n',
    );
  });

  it('shows addresses and paths, and hides values that look random', () => {
    const address = 'https://github.com/dart-lang/http/tree/master/pkgs/http2';
    expect(summary('yaml', `repository: ${address}\n`)).toContain(`- repository: text ${address}\n`);
    const random = ['0123456789abcdef'.repeat(2), 'aB3/'.repeat(8), 'q8Zk-'.repeat(7)];
    for (const value of random) expect(summary('yaml', `a: ${value}\n`)).toContain('- a: text •••\n');
  });

  it('hides a secret but says that it is there', () => {
    expect(summary('dotenv', 'TOKEN=hunter2\n')).toBe('dotenv, 1 line\n\n- TOKEN: •••\n');
  });

  it('lists no more than a reader wants', () => {
    const text = Array.from({ length: 250 }, (_, index) => `a${index} = 1\n`).join('');
    expect(summary('toml', text).split('\n').at(-2)).toBe('- … 50 more');
  });
});
