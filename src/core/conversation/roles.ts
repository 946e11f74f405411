import { escapeLine } from '../compose/escapePath';

/** The roles that the app offers. A message may have any other name as its role. */
export const ROLES = ['User', 'AI', 'System', 'Tool'] as const;

export const UNKNOWN_ROLE = 'Unknown';

/** Characters of a role, more than any name has. */
const MAX_ROLE = 60;

/** A role on one line of visible characters; `Unknown` if nothing is left. */
export function asRole(text: string): string {
  const line = escapeLine(text.toWellFormed().replaceAll(/\s+/g, ' ').trim());
  return Array.from(line).slice(0, MAX_ROLE).join('').trim() || UNKNOWN_ROLE;
}

/** The role for a name in a foreign format, such as `assistant`. Other names stay as they are. */
export function roleOf(name: string): string {
  const role = asRole(name);
  return ROLE_BY_NAME.get(role.toLowerCase()) ?? role;
}

/** Whether the name stands for one of the app's roles. */
export function isKnownRole(name: string): boolean {
  return ROLE_BY_NAME.has(name.trim().toLowerCase());
}

const ROLE_BY_NAME: ReadonlyMap<string, (typeof ROLES)[number]> = new Map([
  ...(['user', 'human', 'you'] as const).map((name) => [name, 'User'] as const),
  ...(
    ['ai', 'assistant', 'model', 'bot', 'chatgpt', 'claude', 'gemini', 'copilot', 'grok', 'deepseek'] as const
  ).map((name) => [name, 'AI'] as const),
  ...(['github copilot', 'microsoft copilot', 'copilot chat'] as const).map((name) => [name, 'AI'] as const),
  ...(['mistral', 'le chat', 'perplexity', 'qwen', 'llama', 'meta ai', 'gpt'] as const).map(
    (name) => [name, 'AI'] as const,
  ),
  ...(['system', 'developer'] as const).map((name) => [name, 'System'] as const),
  ...(['tool', 'function'] as const).map((name) => [name, 'Tool'] as const),
]);
