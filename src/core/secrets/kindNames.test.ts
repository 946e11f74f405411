import { expect, it } from 'vitest';
import { secretKindName } from './kindNames';

it.each([
  ['anthropic-api-key', 'Anthropic API key'],
  ['private-key', 'Private key'],
  ['url-password', 'URL password'],
  ['airtable-api-key', 'Airtable API key'],
  ['jwt', 'JSON web token'],
])('names %s for people', (kind, name) => {
  expect(secretKindName(kind)).toBe(name);
});
