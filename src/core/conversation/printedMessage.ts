import type { Message } from './discussion';
import { asRole } from './roles';

/** A message as the document shows it, before open Markdown is closed. */
export function printedMessage({ role, content }: Pick<Message, 'role' | 'content'>): string {
  return `${asRole(role)}: ${content.trim()}`;
}
