import type { ZipFiles } from '../app/ports/files';

export const zipFiles: ZipFiles = async (files) => {
  // Loaded here, because few people save ZIP files.
  const { BlobReader, BlobWriter, ZipWriter } = await import('@zip.js/zip.js/lib/zip-core-custom.js');
  const zip = new ZipWriter(new BlobWriter('application/zip'), { level: 0, useWebWorkers: false });
  for (const { path, content } of files) await zip.add(path, new BlobReader(content));
  return zip.close();
};
