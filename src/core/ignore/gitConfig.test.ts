import { expect, it } from 'vitest';
import { readIgnoreCase } from './gitConfig';

it.each([
  '[core]\n\tbare = false\n\tignorecase = true\n',
  '[core]\r\n\tignoreCase = yes\r\n',
  '[CORE]\nIGNORECASE=ON',
  '[core] ignorecase',
  '[core]\nignorecase\n[user]\nname = a',
  '[core]\nignorecase ; comment',
  '[core]\nignorecase = true # comment',
  '[core]\nignorecase = "true"',
  '[core]\nignorecase = tr\\\nue',
  '[core]\nignorecase = 1',
  '# [core] ignorecase = false\n; x\n[remote "o\\"r]"]\n\turl = "a#b;c" \\\n  d\n[core]\n\tignorecase = true',
  '[core]\nignorecase = false\n[user]\n[core]\nignorecase = true',
  '[core]\nignorecase = true\n[core "a"]\nignorecase = false\n[a.core]\nignorecase = false',
])('ignores case: %j', (config) => {
  expect(readIgnoreCase(config)).toBe(true);
});

it.each([
  '',
  '[core]\n\tbare = true\n',
  'ignorecase = true',
  '[user]\nignorecase = true',
  '[core "a"]\nignorecase = true',
  '[core]\nignorecase = false',
  '[core]\nignorecase = 0',
  '[core]\nignorecase =',
  '[core]\n# ignorecase = true',
  '[core]\nx = "\\\n[core]\\\nignorecase = true"',
  '[core]\nignorecase = true\n[core]\nignorecase = no',
  '[core]\n!\nignorecase = true',
])('respects case: %j', (config) => {
  expect(readIgnoreCase(config)).toBe(false);
});

it('reads a megabyte of anything', () => {
  for (const part of ['"', '[', '\\', 'a', ' ', '[a "\n', 'a=\\\n', '"\\"', '\r'])
    expect(readIgnoreCase(`[core]\nignorecase = true\n${part.repeat(1e6 / part.length)}`)).toBe(true);
});
