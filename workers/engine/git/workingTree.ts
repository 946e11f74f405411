/** The files of the folder as git sees them: what is there, what is not tracked, and what it would store of a file. */
import { attributesOf, type Attributes } from '../../../src/core/git/attributes';
import { parseAttributeFile } from '../../../src/core/git/attributeFile';
import { blobOid } from '../../../src/core/git/blobOid';
import { cleanContent, type CleanContent } from '../../../src/core/git/cleanContent';
import { fileAttributes, type FileAttributes } from '../../../src/core/git/fileAttributes';
import type { IndexEntry, Oid } from '../../../src/core/git/model';
import type { Repository } from '../../../src/core/git/repository';
import type { WorkingFile } from '../../../src/core/git/worktreeChanges';
import type { RepoPath } from '../../../src/core/files/repoPath';
import { readIgnoreCase } from '../../../src/core/ignore/gitConfig';
import { forEachAtOnce } from '../../../src/core/async/forEachAtOnce';
import type { FolderReader } from '../folders/folderReader';
import type { Listing } from '../reading/listing';
import type { WorkspaceIndex } from '../reading/workspaceIndex';
import { foldersAbove } from '../folders/listedPath';

export interface WorkingTreeParts {
  readonly reader: FolderReader;
  readonly index: WorkspaceIndex;
  readonly listing: Pick<Listing, 'isIgnoredByGit'>;
}
