import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCodeLike, stem, termsOf } from './terms';

describe('termsOf', () => {
  it.each([
    ['parseQuery', ['pars', 'query', '=parsequery']],
    ['HTTPServers', ['http', 'server', '=httpservers']],
    ['max_retry_count', ['max', 'retry', 'count', '=maxretrycount']],
    ['request-id', ['request', 'id', '=requestid']],
    ['utf8', ['utf8']],
    ['x', []],
    ['42', []],
    ['$_', []],
    ['', []],
    ['Straße', ['straß']],
    ['文件搜索', ['文件', '件搜', '搜索']],
    ['__proto__', ['proto']],
  ])('splits %s', (word, terms) => {
    expect(termsOf(word)).toEqual(terms);
  });

  it('has no compound for sentences written as one word', () => {
    expect(termsOf('it_should_return_the_first_one_found')).toContain('=itshouldreturnthefirstonefound');
    expect(termsOf('it_should_return_the_first_one_found_here').some((term) => term.startsWith('='))).toBe(
      false,
    );
  });

  it('accepts any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => Array.isArray(termsOf(text))));
  });
});

describe('stem', () => {
  it.each([
    [['route', 'routes', 'routed', 'routing'], 'rout'],
    [['query', 'queries'], 'query'],
    [['match', 'matches', 'matched', 'matching'], 'match'],
    [['stop', 'stops', 'stopped', 'stopping'], 'stop'],
    [['class', 'classes'], 'class'],
    [['validate', 'validates', 'validation'], 'validat'],
    [['status'], 'status'],
    [['used'], 'used'],
    [['red', 'feed'], undefined],
  ])('gives %j one form', (words, root) => {
    for (const word of words) expect(stem(word)).toBe(root ?? word);
  });
});

describe('isCodeLike', () => {
  it.each(['readFile', 'read_file', '_read', 'MAX_SIZE', 'v1_a'])('%s is', (name) => {
    expect(isCodeLike(name)).toBe(true);
  });

  it.each(['read', 'Read', 'READ', 'aB', ''])('%s is not', (name) => {
    expect(isCodeLike(name)).toBe(false);
  });
});
