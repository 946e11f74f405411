import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growth } from '../../../tests/growth';
import { parseTask, type Task } from './parseTask';
import { hashOf } from './words';

function weightOf(task: Task, term: string): number | undefined {
  return task.terms.find(({ hash }) => hash === hashOf(term))?.weight;
}

describe('parseTask', () => {
  it('weighs words of the first line 1, of later lines 0.5, and drops stop words and commit verbs', () => {
    const task = parseTask('Fix the tokenizer\n\nand update its cache');
    expect(weightOf(task, 'tokenizer')).toBe(1);
    expect(weightOf(task, 'cach')).toBe(0.5);
    for (const stopped of ['fix', 'the', 'updat', 'update', 'and', 'its'])
      expect(weightOf(task, stopped)).toBeUndefined();
  });

  it('weighs the parts of code 1.2 and compounds 1.5, and dampens weights over 1', () => {
    const task = parseTask('readFile `timer` flush()');
    expect(weightOf(task, 'read')).toBe(1 + 0.7 * Math.log(1.2));
    expect(weightOf(task, '=readfile')).toBe(1 + 0.7 * Math.log(1.5));
    expect(weightOf(task, 'timer')).toBe(1 + 0.7 * Math.log(1.2));
    expect(weightOf(task, 'flush')).toBe(1 + 0.7 * Math.log(1.2));
    expect(task.identifiers).toEqual(['readFile', 'timer', 'flush']);
  });

  it('takes adjacent words as a compound for 0.7', () => {
    const task = parseTask('query builder of the parser\ncache key');
    expect(weightOf(task, '=querybuilder')).toBe(0.7);
    expect(weightOf(task, '=builderof')).toBeUndefined();
    expect(weightOf(task, '=cachekey')).toBe(0.35);
    expect(task.terms.find(({ word }) => word === 'query builder')).toBeDefined();
  });

  it('adds less weight for each repetition', () => {
    expect(weightOf(parseTask('cache cache cache'), 'cach')).toBeCloseTo(1 + 0.7 * Math.log(3), 12);
  });

  it('keeps a quoted stop word', () => {
    expect(parseTask('the `use` hook').identifiers).toEqual(['use']);
  });

  it('does not mistake the type of a change for a call, in any line', () => {
    const task = parseTask(
      '[3.x] fix(parser)!: slow\n\n* refactor(cache): `trim()`\n\nand fix(options) hangs',
    );
    expect(task.identifiers).toEqual(['trim', 'fix']);
    expect(weightOf(task, 'refactor')).toBeUndefined();
    expect(parseTask('1. fix(parser): slow').identifiers).toEqual([]);
    expect(parseTask('parse(text): hangs').identifiers).toEqual(['parse']);
  });

  it('does not mistake apostrophes in words for quotation marks', () => {
    const task = parseTask("Don’t cache if it doesn't match the parser's rules, and can't retry");
    expect(task.identifiers).toEqual([]);
    for (const ending of ['don', 'dont', 'doesn', 'doesnt', 'can', 'cant'])
      expect(weightOf(task, ending)).toBeUndefined();
    expect(weightOf(task, 'parser')).toBe(1);
    expect(parseTask("the 'map' option").identifiers).toEqual(['map']);
  });

  it('ignores trailers', () => {
    const task = parseTask(
      'Trim the cache\n\nco-authored-by: Ann Lee <ann@example.com>\n  Signed-off-by: Bo',
    );
    expect(task.terms.map(({ word }) => word).toSorted()).toEqual(['Trim', 'cache']);
    expect(task.paths).toEqual([]);
    expect(parseTask('order-by: crash in src/query.ts').paths).toEqual(['src/query.ts']);
    expect(parseTask('Wrong\n\ngroup-by: `groupRows` drops rows').identifiers).toEqual(['groupRows']);
  });

  it('finds paths and file names', () => {
    const { paths } = parseTask(
      'In src/core/a.ts:12, "b.test.py", (see README.md) e.g. @c.ts and ./d.ts. And `lib/`!',
    );
    expect(paths).toEqual(['src/core/a.ts', 'b.test.py', 'README.md', 'e.g', 'c.ts', 'd.ts']);
  });

  it.each([
    ['at C:\\work\\app\\src\\date.ts:2:10', 'at /work/app/src/date.ts:2:10'],
    ['Fix src\\utils\\money.ts', 'Fix src/utils/money.ts'],
    ['File "C:\\shop\\app\\views.py", line 2', 'File "/shop/app/views.py", line 2'],
    ['at Demo.Run() in D:\\a\\Demo.cs:line 12', 'at Demo.Run() in /a/Demo.cs:line 12'],
    ['at run (c:\\app\\lib\\run.js:1:2)', 'at run (/app/lib/run.js:1:2)'],
    ['at file:///C:/app/lib/run.js:1:2', 'at file:///app/lib/run.js:1:2'],
    ['src\\date.tsx(2,10): error TS2304', 'src/date.tsx:2:10: error TS2304'],
    ['c:\\app\\date.cpp(12): fatal error', '/app/date.cpp:12: fatal error'],
    ['\\\\host\\share\\src\\a.ts', '/host/share/src/a.ts'],
    ['{"path": "C:\\\\app\\\\src\\\\a.ts"}', '{"path": "/app/src/a.ts"}'],
    ['src\\parser: crash', 'src/parser: crash'],
  ])('reads a Windows path like a POSIX one: %s', (windows, posix) => {
    const numbers = (task: Task) => ({
      ...task,
      terms: task.terms.map(({ hash, weight }) => [hash, weight]),
    });
    expect(numbers(parseTask(windows))).toEqual(numbers(parseTask(posix)));
  });

  it('finds the file of a path in any style', () => {
    const name = fc.stringMatching(/^[A-Za-z_+~$-][\w.@+~$-]{0,9}[a-z]$/);
    const path = fc.tuple(fc.array(name, { maxLength: 4 }), name, fc.constantFrom('ts', 'py', 'cpp'));
    const styles = [
      (at: string) => `crash at C:\\work\\app\\${at.replaceAll('/', '\\')}:2:10`,
      (at: string) => `Fix ${at.replaceAll('/', '\\')}, please`,
      (at: string) => `Fix .\\${at.replaceAll('/', '\\')}.`,
      (at: string) => `${at.replaceAll('/', '\\')}(2,10): error`,
      (at: string) => `File "d:/work/${at}", line 2`,
      (at: string) => `\\\\?\\C:\\work\\${at.replaceAll('/', '\\')}`,
      (at: string) => `\\\\?\\UNC\\host\\share\\${at.replaceAll('/', '\\')}`,
      (at: string) => `(\\\\wsl.localhost\\Ubuntu\\home\\me\\${at.replaceAll('/', '\\')}:2)`,
      (at: string) => `/mnt/c/work/${at}:2`,
      (at: string) => `file:///C:/my%20app/${encodeURI(at)}:2:10`,
      (at: string) => `\`C:\\\\work\\\\${at.replaceAll('/', '\\\\')}\``,
      (at: string) => `${at}#L2-L10`,
    ];
    fc.assert(
      fc.property(path, ([folders, stem, extension]) => {
        const file = [...folders, `${stem}.${extension}`].join('/');
        const unmatched = styles
          .map((style) => style(file))
          .filter((text) => !parseTask(text).paths.some((found) => `/${found}`.endsWith(`/${file}`)));
        expect(unmatched).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['feat(parser): add maps', ['parser']],
    ['[3.x] fix(kit, Adapter-Node)!: crash', ['kit', 'adapter-node']],
    ['src/parser: add maps', ['src/parser']],
    ['Add maps: all of them', []],
    ['add maps', []],
  ])('reads the scope of %s', (text, scopes) => {
    expect(parseTask(text).scopes).toEqual(scopes);
  });

  it.each([
    ['Make the flaky timer stable', { aboutTests: 1, aboutDocs: 0 }],
    ['Say in the README how', { aboutTests: 0, aboutDocs: 1 }],
    ['Trim the cache\n\n* add tests\n* update docs', { aboutTests: 0.5, aboutDocs: 0.5 }],
    ['Test the cache\n\nmore tests', { aboutTests: 1, aboutDocs: 0 }],
    ['\n  Add tests', { aboutTests: 1, aboutDocs: 0 }],
  ])('detects how much a task is about tests or documentation: %j', (text, expected) => {
    expect(parseTask(text)).toMatchObject(expected);
  });

  it.each([
    ['a megabyte of one letter', 'a'.repeat(1e6)],
    ['a megabyte of words', 'parseQuery cache '.repeat(6e4)],
    ['a megabyte of slashes', 'a/'.repeat(5e5)],
    ['a megabyte of quotes', "'a".repeat(5e5)],
    ['a megabyte of brackets', '['.repeat(1e6)],
    ['a megabyte of bullets', '* '.repeat(5e5)],
    ['a megabyte of calls', 'fix('.repeat(25e4)],
    ['a megabyte of dashes', '-'.repeat(1e6)],
    ['100,000 different words', Array.from({ length: 1e5 }, (_, at) => `word${at}Name`).join(' ')],
    ['an emoji', '🦊'],
    ['nothing', ''],
    ['a lone surrogate', '\ud83e cache \udd8a'],
    ['keys of objects', '__proto__ constructor `hasOwnProperty` toString()'],
  ])('reads %s', (_name, text) => {
    const task = parseTask(text);
    expect(task.terms.length).toBeLessThanOrEqual(128);
    expect(task.identifiers.length).toBeLessThanOrEqual(64);
    expect(task.terms.every(({ weight }) => weight > 0 && Number.isFinite(weight))).toBe(true);
  });

  it('reads a run of backslashes in linear time', () => {
    const run = (size: number) => parseTask('\\'.repeat(size));
    expect(growth(run, { size: 20_000, factor: 8, limit: 24 })).toBeLessThan(24);
  });

  it('reads scripts without spaces, and right-to-left scripts', () => {
    expect(weightOf(parseTask('修复文件搜索'), '搜索')).toBe(1);
    expect(weightOf(parseTask('תקן את החיפוש'), 'החיפוש')).toBe(1);
  });
});
