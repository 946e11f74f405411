import { parseRepoPath } from '../../core/files/repoPath';
import type { ScriptedPage } from './scriptedPage';

/** Adds documents and screenshots. */
export interface SourceAutomation {
  /** Adds a file of the folder by its path, or another file, to the screenshots. Rejects if it can't be one. */
  addScreenshot(file: string | File): Promise<void>;
  /** Adds a file of the folder, or another one as an attachment, as a document. */
  addDocument(source: string | File): Promise<void>;
}

export function automateSources({ open, whenIdle }: ScriptedPage): SourceAutomation {
  return {
    async addScreenshot(file) {
      const { screenshots } = open();
      if (typeof file === 'string') {
        const parsed = parseRepoPath(file);
        if (parsed.kind === 'refused') throw new Error(`${file} ${parsed.reason}`);
        screenshots.addPaths([parsed.path]);
      } else {
        const [refused] = await screenshots.add([file]);
        if (refused !== undefined) throw new Error(refused);
      }
      await whenIdle();
    },
    async addDocument(source) {
      const { documents } = open();
      if (typeof source !== 'string') await documents.add([source]);
      else {
        const parsed = parseRepoPath(source);
        if (parsed.kind === 'refused') throw new Error(`${source} ${parsed.reason}`);
        documents.addPaths([parsed.path]);
      }
      await whenIdle();
    },
  };
}
