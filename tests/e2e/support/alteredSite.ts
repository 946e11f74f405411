import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUILT, serveDist, type ServedDist } from '../../drive/serveDist';

/** A script that gives blobs the `names` of the files they consist of. */
export const NAMED_BLOBS = `
  Object.defineProperty(File.prototype, 'names', { get() { return [this.name]; } });
  globalThis.Blob = new Proxy(Blob, {
    construct(type, [parts, options]) {
      const names = parts?.flatMap(({ names }) => names ?? []);
      return Object.assign(new type(parts, options), { names });
    },
  });`;

/**
 * Serves the built app with a test script prepended to one of its workers, which init scripts cannot reach. Such a
 * release is never stored for offline use, since its files do not match its list.
 */
export function serveWithScript(worker: WorkerName, script: string): Promise<ServedDist> {
  return serveAltered(worker, async (path) => {
    await writeFile(path, `${script};\n${await readFile(path, 'utf8')}`);
  });
}

/** Serves the built app without the script of one of its workers, as after a failed deployment. */
export function serveWithout(worker: WorkerName): Promise<ServedDist> {
  return serveAltered(worker, (path) => rm(path));
}

type WorkerName = 'engine' | 'compute';

async function serveAltered(worker: WorkerName, alter: (path: string) => Promise<void>): Promise<ServedDist> {
  const folder = await mkdtemp(join(tmpdir(), 'strata-altered-'));
  await cp(process.env[BUILT] ?? 'dist', folder, { recursive: true });
  const names = await readdir(join(folder, 'assets'));
  const name = names.find((each) => each.startsWith(`${worker}.worker`) && each.endsWith('.js'));
  if (name === undefined) throw new Error(`the build has no ${worker} worker`);
  await alter(join(folder, 'assets', name));
  const site = await serveDist({ folder });
  const close = async (): Promise<void> => {
    await site.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { url: site.url, close, [Symbol.asyncDispose]: close };
}
