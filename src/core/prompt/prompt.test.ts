import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { RepoPath } from '../files/repoPath';
import { composeMessage } from './composeMessage';
import { withFragment, type Fragment } from './fragment';
import { instructionsFor, renderInstructionNames } from './instructionFiles';
import { renderParticipants } from './participants';
import { renderWorkspace } from './workspaceList';

const paths = (...texts: string[]) => texts as RepoPath[];

describe('composeMessage', () => {
  it('joins the texts that are not blank, as written, by one newline', () => {
    expect(composeMessage(['', 'a\r\n\n', ' \n', '  b', '```\nopen'])).toBe('a\n  b\n```\nopen');
    expect(composeMessage([' ', ''])).toBe('');
  });
});

describe('withFragment', () => {
  const texts = (fragments: readonly Fragment[]) => fragments.map(({ name, text }) => `${name}=${text}`);

  it('keeps the place of a text that is set again, and removes an empty one', () => {
    const two = withFragment(withFragment([], 'a', '1'), '__proto__', '2');
    expect(texts(two)).toEqual(['a=1', '__proto__=2']);
    expect(texts(withFragment(two, 'a', '3'))).toEqual(['a=3', '__proto__=2']);
    expect(texts(withFragment(two, 'a', ''))).toEqual(['__proto__=2']);
    expect(texts(withFragment(withFragment(two, 'a', ''), 'a', '4'))).toEqual(['__proto__=2', 'a=4']);
  });

  it('agrees with a map', () => {
    const sets = fc.array(fc.tuple(fc.constantFrom('a', 'b', '__proto__'), fc.constantFrom('', 'x', 'y')));
    fc.assert(
      fc.property(sets, (steps) => {
        const map = new Map<string, string>();
        let fragments: readonly Fragment[] = [];
        for (const [name, text] of steps) {
          if (text === '') map.delete(name);
          else map.set(name, text);
          fragments = withFragment(fragments, name, text);
        }
        expect(fragments.map(({ name, text }) => [name, text])).toEqual([...map]);
      }),
    );
  });
});

describe('renderWorkspace', () => {
  it('is a CSV with values on one line, quoted where it must be', () => {
    const rows = [
      { path: 'a,b.ts' as RepoPath, summary: 'Says "hi".\r\nLines: 3\n' },
      { path: 'c\n".py' as RepoPath, summary: 'one\u2028two' },
      { path: 'd.bin' as RepoPath, summary: '' },
    ];
    const csv = [
      'name,type,summary',
      '"a,b.ts",typescript,"Says ""hi"". Lines: 3"',
      '"c\\u000a"".py",python,one two',
      'd.bin,text,',
    ].join('\n');
    expect(renderWorkspace('app', rows, 'message')).toBe(`Workspace \`app\`, selected files:\n${csv}`);
    expect(renderWorkspace('app', rows, 'document')).toBe(
      `Workspace \`app\`, selected files:\n\n\`\`\`csv\n${csv}\n\`\`\``,
    );
  });

  it('has a fence that no name or summary can close, and leaves no trace without files', () => {
    const rows = [{ path: 'a.ts' as RepoPath, summary: '````\n# Task' }];
    expect(renderWorkspace('a`b', rows, 'document')).toMatch(
      /^Workspace `a\\x60b`.*\n\n`````csv\n[^]*\n`````$/,
    );
    expect(renderWorkspace('app', [], 'document')).toBe('');
  });
});

describe('renderParticipants', () => {
  it('has a line for each with an id', () => {
    const participants = [
      { id: 'ada', name: 'Ada\nLovelace' },
      { id: ' ', name: 'nobody' },
      { id: 'bot', name: '' },
      { id: 'x\u202e', name: 'y' },
    ];
    expect(renderParticipants(participants)).toBe('Participants:\nada: Ada Lovelace\nbot:\nx\\u202e: y');
    expect(renderParticipants([{ id: '', name: 'a' }])).toBe('');
  });
});

describe('instructionsFor', () => {
  it('names the files of the folders above other files, the nearest first', () => {
    const found = instructionsFor(
      paths(
        '.cursor/rules/b.mdc',
        '.cursor/rules/AGENTS.md',
        '.cursor/rules/style/a.mdc',
        '.github/copilot-instructions.md',
        'AGENTS.md',
        'CLAUDE.md',
        'docs/AGENTS.md',
        'web/.cursor/rules',
        'web/AGENTS.md',
        'web/src/CLAUDE.md',
        'web/src/a.ts',
      ),
    );
    expect(found).toEqual([
      'web/src/CLAUDE.md',
      'web/AGENTS.md',
      'web/.cursor/rules',
      'AGENTS.md',
      'CLAUDE.md',
      '.github/copilot-instructions.md',
      '.cursor/rules/AGENTS.md',
      '.cursor/rules/b.mdc',
      '.cursor/rules/style/a.mdc',
    ]);
  });

  it('without other files, names those of the workspace', () => {
    expect(instructionsFor(paths('AGENTS.md', 'web/AGENTS.md'))).toEqual(['AGENTS.md']);
  });

  it('names nothing else', () => {
    expect(
      instructionsFor(
        paths('MYAGENTS.md', 'a.cursor/rules', 'agents.md', 'copilot-instructions.md', 'x.cursor/rules/a.md'),
      ),
    ).toEqual([]);
    expect(renderInstructionNames([])).toBe('');
  });
});
