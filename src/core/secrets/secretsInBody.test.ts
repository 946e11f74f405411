import { expect, it } from 'vitest';
import { secretsInBody } from './secretsInBody';

const token = ['ghp', '_', 'a8Kd03jfLs92LkqPzMxN7vBtR5yWcE1uHgQo'].join('');
const key = [
  '-----BEGIN RSA PRIVATE KEY-----',
  ...['MIIEpAIBAAKCAQEA1c7+9z5Pad7OejecsQ0bu3aumBzZ4Wn', 'hU2rQwVYk1bJ8sGf0oT6mXyLzEaC3dN9pRiKjH5uBvWqSxD'],
  '-----END RSA PRIVATE KEY-----',
].join('\n');

it('finds a value in a view that does not show the name next to it', () => {
  const text = `const password = "tr0ub4dor&3-Zx9!";\n\nsend(value);\n`;
  const body = '```ts\n// called with tr0ub4dor&3-Zx9!\n```\n';
  expect(secretsInBody(body, { path: 'a.ts', text: body, isWhole: false })).toEqual([]);
  const [found] = secretsInBody(body, { path: 'a.ts', text, isWhole: false });
  expect(found && body.slice(found.start, found.end)).toBe('tr0ub4dor&3-Zx9!');
  expect(found).toMatchObject({ line: 2, fileLine: 1 });
});

it('finds the lines of a key that a slice cuts', () => {
  const [, line = ''] = key.split('\n');
  const body = `\`\`\`\n[Slice]\n${line}\n\`\`\`\n`;
  expect(secretsInBody(body, { path: 'key.txt', text: `${key}\n`, isWhole: false })).toMatchObject([
    {
      start: body.indexOf(line),
      end: body.indexOf(line) + line.length,
      line: 3,
      fileLine: 2,
      severity: 'secret',
    },
  ]);
});

it('names a place once, and in order', () => {
  const text = `a = "${token}"\nb = "${token}"\n`;
  const found = secretsInBody(text, { path: 'a.ts', text, isWhole: false });
  expect(found.map(({ line }) => line)).toEqual([1, 2]);
});

it('finds nothing where a view drops the line', () => {
  const text = `a = "${token}"\n`;
  expect(secretsInBody('function send(): void;\n', { path: 'a.ts', text, isWhole: false })).toEqual([]);
});

it('says the line of the file where its whole text is shown', () => {
  const text = `a = "${token}"\n\nb = "${token}"\n`;
  const body = `### \`a.py\`\n\n\`\`\`py\n${text}\`\`\`\n`;
  const found = secretsInBody(body, { path: 'a.py', text, isWhole: true });
  expect(found.map(({ line, fileLine }) => [line, fileLine])).toEqual([
    [4, 1],
    [6, 3],
  ]);
});
