// Writes licenses.txt into the build: the license of every package, grammar and vocabulary in it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {{ name: string, text: string }} Notice a work and the whole text of its license */

const root = fileURLToPath(new URL('../..', import.meta.url));
const licenses = join(root, '.ci/licenses');

/**
 * Works inside another work's package, by file name without extension.
 * @type {Readonly<Record<string, { name: string, source: string, license: string, copyright: string }>>}
 */
const inner = JSON.parse(readFileSync(join(licenses, 'notices.json'), 'utf8'));

/** Packages that contain works of others, whose licenses are in notices.json. */
const collections =
  /\/(?:unpdf\/dist\/pdfjs|@(?:vscode|repomix|cursorless)\/tree-sitter-wasms?|\.cache\/vocabulary)(?:\/|\.mjs$)/;

/**
 * Two plugins that share a list, because Vite bundles pages and workers separately. The pages' bundle is written last.
 * @returns {{ collect: () => import('vite').Plugin, write: () => import('vite').Plugin }}
 */
export function licenseNotices() {
  /** @type {Map<string, Notice>} */
  const notices = new Map();
  /** @param {Iterable<string>} moduleIds */
  const add = (moduleIds) => {
    for (const id of moduleIds) for (const notice of noticesOf(id)) notices.set(notice.name, notice);
  };
  return {
    collect: () => ({
      name: 'strata:collect-licenses',
      generateBundle() {
        add(this.getModuleIds());
      },
    }),
    write: () => ({
      name: 'strata:write-licenses',
      generateBundle() {
        add(this.getModuleIds());
        this.emitFile({
          type: 'asset',
          fileName: 'licenses.txt',
          source: licensesText([...notices.values()]),
        });
      },
    }),
  };
}

/** A module of this project derived from another work. */
const derived = /\/src\/core\/secrets\/tokenKinds\.ts$/;

/**
 * The works that a module brings into the build: its package, and the grammar, vocabulary or list in the file.
 * @param {string} moduleId
 * @returns {Notice[]}
 */
export function noticesOf(moduleId) {
  const path = moduleId.replaceAll('\\', '/').split('?', 1)[0] ?? '';
  if (derived.test(path)) return [innerNotice(path)];
  if (path.startsWith('\0') || !path.includes('/node_modules/')) return [];
  const notices = path.includes('/node_modules/.') ? [] : [packageNotice(path)];
  if (collections.test(path)) notices.push(innerNotice(path));
  return notices;
}

/** @param {string} path */
function innerNotice(path) {
  const key = basename(path).replace(/\.[^.]*$/, '');
  const work = inner[key];
  if (work === undefined) throw new Error(`.ci/licenses/notices.json has no entry for ${key}.`);
  const text = readFileSync(join(licenses, `${work.license}.txt`), 'utf8').trim();
  return { name: `${work.name} (${work.source})`, text: `${work.copyright}\n\n${text}` };
}

/** @param {string} path */
function packageNotice(path) {
  const folder = packageFolder(dirname(path));
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^(?:licen[sc]e|copying)/i.test(entry));
  const licenseFile = file === undefined ? join(licenses, `${license}.txt`) : join(folder, file);
  return { name: `${name} ${version}`, text: readFileSync(licenseFile, 'utf8').trim() };
}

/**
 * The nearest folder whose package.json names a package; some packages have nameless ones inside.
 * @param {string} folder
 * @returns {string}
 */
function packageFolder(folder) {
  const manifest = join(folder, 'package.json');
  const { name, version } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {};
  return name !== undefined && version !== undefined ? folder : packageFolder(dirname(folder));
}

/**
 * Works with the same license text share one entry.
 * @param {readonly Notice[]} notices
 */
function licensesText(notices) {
  /** @type {Map<string, string[]>} */
  const namesByText = new Map();
  const sorted = [...notices].sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const { name, text } of sorted) namesByText.set(text, [...(namesByText.get(text) ?? []), name]);
  const own = readFileSync(join(root, 'LICENSE'), 'utf8').trim();
  const entries = [['Strata', own], ...[...namesByText].map(([text, names]) => [names.join('\n'), text])];
  return `${entries.map((entry) => entry.join('\n\n')).join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
