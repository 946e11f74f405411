import { expect, test } from 'vitest';
import { isElision } from './elisions';

test.each([
  '...',
  '  // ...',
  '// ... existing code ...',
  '    # ... rest of the class unchanged',
  '<!-- … -->',
  '/* ... other styles ... */',
  '{/* ... rest of the form ... */}',
  '-- ... (existing columns)',
  '// rest of the file remains the same',
  '# Existing code remains unchanged',
  '// [... unchanged ...]',
  '[...]',
  '... existing code ...',
  '// ... 其余代码保持不变 ...',
  '// 其余代码不变',
])('left out: %s', (line) => {
  expect(isElision(line)).toBe(true);
});

test.each([
  'foo(...args)',
  '...rest',
  '...rest,',
  '[...rest]',
  '[...existing, item]',
  '// Wait for the rest',
  '// and so on...',
  '// The other side',
  '# keep this',
  'const more = "...";',
  '',
  '//',
])('code: %s', (line) => {
  expect(isElision(line)).toBe(false);
});

test('the body of a function in Python', () => {
  expect(isElision('    ...', 'def f():')).toBe(false);
  expect(isElision('    ...', 'x = 1')).toBe(true);
});
