import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Grant = 'granted' | 'ask' | 'denied';

/** A fresh profile's answers to permission prompts. `ask` hangs forever in headless Chromium. */
export interface Grants {
  readonly read: Grant;
  readonly write: Grant;
  readonly clipboard: Grant;
}

const settingByGrant: Readonly<Record<Grant, number>> = { granted: 1, denied: 2, ask: 3 };

/**
 * Writes the answers into a profile before its first start; later starts keep them. Granting over the DevTools protocol
 * instead would deny every permission that the protocol cannot name, including folders.
 */
export async function seedProfile(profile: string, grants: Grants): Promise<void> {
  const preferences = {
    profile: {
      default_content_setting_values: {
        file_system_read_guard: settingByGrant[grants.read],
        file_system_write_guard: settingByGrant[grants.write],
        clipboard: settingByGrant[grants.clipboard],
      },
    },
  };
  await mkdir(join(profile, 'Default'), { recursive: true });
  try {
    await writeFile(join(profile, 'Default/Preferences'), JSON.stringify(preferences), { flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}
