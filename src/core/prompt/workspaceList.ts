import { escapePath } from '../compose/escapePath';
import { fenceFor } from '../compose/fence';
import { languageOf } from '../files/language';
import type { RepoPath } from '../files/repoPath';

/** A file in the workspace fragment. The summary is empty for a file without text. */
export interface WorkspaceRow {
  readonly path: RepoPath;
  readonly summary: string;
}

/** A document fences the list; a message has it as it is. */
export type PromptForm = 'document' | 'message';

/**
 * The fragment `workspace`: the folder's name, and a file list `name,type,summary` as CSV. Values are on one line and quoted
 * if they contain a comma or a quote. Empty without files.
 */
export function renderWorkspace(name: string, rows: readonly WorkspaceRow[], form: PromptForm): string {
  if (rows.length === 0) return '';
  const csv = [['name', 'type', 'summary'], ...rows.map(valuesOf)].map(csvLine).join('\n');
  const fence = fenceFor(csv);
  const list = form === 'document' ? `\n${fence}csv\n${csv}\n${fence}` : csv;
  return `Workspace \`${escapePath(name)}\`, selected files:\n${list}`;
}

function valuesOf({ path, summary }: WorkspaceRow): readonly string[] {
  return [escapePath(path), languageOf(path).id, summary.trim().replaceAll(LINE_END, ' ')];
}

const LINE_END = /\r\n|[\n\v\f\r\x85\u2028\u2029]/g;

function csvLine(values: readonly string[]): string {
  return values.map((value) => (/[",]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(',');
}
