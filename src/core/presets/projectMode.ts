import { isTable, valueAt, type PlainTable } from '../outside/plainTree';

/**
 * Whether a project's file says that the document has the issues of the Beads tracker: `[beads] enabled`, `execution_mode` of
 * `[project]`, or `mode`. The first that the file has decides.
 */
export function projectUsesBeads(tree: PlainTable): boolean {
  const enabled = inTable(tree, 'beads', 'enabled');
  if (typeof enabled === 'boolean') return enabled;
  const mode = inTable(tree, 'project', 'execution_mode') ?? valueAt(tree, 'mode');
  return mode === 'beads';
}

function inTable(tree: PlainTable, table: string, key: string): unknown {
  const found = valueAt(tree, table);
  return isTable(found) ? valueAt(found, key) : undefined;
}
