import { expect, test } from 'vitest';
import { isElision } from './elision';

test.each([
  '// ... existing code ...',
  '  # ... (rest of imports)',
  '<!-- ... -->',
  '{/* ... other routes ... */}',
  '// rest unchanged',
  '// rest of the file unchanged',
  '# The rest of the class stays the same',
  '/* existing methods remain unchanged */',
  '// Unchanged',
  '...',
])('%s leaves something out', (line) => {
  expect(isElision(line, 'a.ts')).toBe(true);
});

test.each([
  '// the rest is history',
  '// remaining time in seconds',
  '// existing users keep their names',
  '// other is unchanged if it is empty; the caller relies on it and must not pass the same object twice',
  '  ...rest,',
  '# nothing is unchanged forever',
  '// the same',
])('%s is text', (line) => {
  expect(isElision(line, 'a.ts')).toBe(false);
});

test('dots alone are a statement of Python', () => {
  expect(isElision('    ...', 'a.py')).toBe(false);
});
