/** The files of folders in which something is found. */
import { relative } from 'node:path';
import { findSecrets, type Finding } from '../../../src/core/secrets/findSecrets';
import { maskedEnds } from '../../../src/core/secrets/masks';
import { textOnDisk } from '../../readback/textOnDisk';
import { filesIn } from '../sources';

export interface FlaggedFolder {
  readonly folder: string;
  /** Texts, without binary files. */
  readonly files: number;
  readonly flagged: readonly FlaggedFile[];
}

export interface FlaggedFile {
  readonly path: string;
  readonly findings: readonly (Pick<Finding, 'kind' | 'severity' | 'line'> & { readonly ends: string })[];
}

export async function flaggedFilesIn(folder: string): Promise<FlaggedFolder> {
  const flagged: FlaggedFile[] = [];
  let files = 0;
  for (const absolute of await filesIn(folder)) {
    const text = await textOnDisk('', absolute);
    if (text === undefined) continue;
    const path = relative(folder, absolute);
    const findings = findSecrets(text, { path });
    files += 1;
    if (findings.length > 0) flagged.push({ path, findings: findings.map((each) => shown(text, each)) });
  }
  return { folder, files, flagged };
}

function shown(text: string, { kind, severity, line, start, end }: Finding): FlaggedFile['findings'][number] {
  return { kind, severity, line, ends: maskedEnds(text.slice(start, end)) };
}

export function isSecret({ findings }: FlaggedFile): boolean {
  return findings.some(({ severity }) => severity === 'secret');
}
