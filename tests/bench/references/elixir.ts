/** References of Elixir, from its own parser. */
import { runPrinting } from './printing';
import type { ReferenceTool } from './tool';

export const elixirParser: ReferenceTool = {
  name: 'elixir: Code.string_to_quoted',
  languages: ['elixir'],
  read: (folder, files) => runPrinting(folder, files, ['elixir', 'elixirImports.exs']),
};
