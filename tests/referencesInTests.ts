/** A small folder whose files use each other, and questions about it for an engine that runs on this thread. */
import type { EngineApi } from '../workers/engine/contract';
import type { FolderReader } from '../workers/engine/folders/folderReader';
import { readerOfFiles } from '../workers/engine/folders/memoryFolder';
import type { ContentProgress, FilesRanked, RankingWanted } from '../workers/engine/searchContract';
import { fileOf } from './engineInTests';

export const FILES = {
  'src/auth/maskAuth.ts': 'export function maskAuth(header: string) {\n  return header;\n}\n',
  'src/server.ts': "import { maskAuth } from './auth/maskAuth';\n\nexport const masked = maskAuth('x');\n",
  'src/client.ts': "import { masked } from './server';\nimport type { Later } from 'elsewhere';\nmasked;\n",
  'src/other.ts': 'export const other = 1;\n',
  'secret.pem': 'maskAuth\n',
};

export type Files = Readonly<Record<string, string>>;

export const reader = (files: Files = FILES): FolderReader =>
  readerOfFiles(Object.entries(files).map(([each, text]) => [each, fileOf(text)] as const));

/** A folder whose files may change. */
export const changing = (files: () => Files): FolderReader => ({
  ...reader(),
  list: (folder) => reader(files()).list(folder),
  file: (file) => reader(files()).file(file),
});

/** Asks until all files are read. */
export async function whenRead<T extends { readonly progress: ContentProgress }>(
  ask: () => Promise<T | undefined>,
): Promise<T> {
  for (;;) {
    const found = await ask();
    if (found !== undefined && found.progress.state !== 'reading') return found;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

export const rank = (engine: EngineApi, wanted: Partial<RankingWanted> = {}): Promise<FilesRanked> =>
  whenRead(() =>
    engine.rankFiles({
      task: 'Fix `maskAuth` for proxies',
      selected: [],
      excluded: [],
      limit: 10,
      ...wanted,
    }),
  );

export const pathsOf = ({ files }: FilesRanked) => files.map((file) => file.path);
