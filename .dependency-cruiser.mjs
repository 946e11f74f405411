/** The import rule: who may know whom. docs/architecture.md says why. */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.ts$' },
  to: { pathNot: allowed },
});

const corePackages = [
  'node_modules/(@humanwhocodes/momoa|@noble/hashes|commonmark|diff/|valibot|smol-toml|mdurl|entities|minimist|string\\.prototype\\.repeat)',
];

/** A folder may import the folders before it, so no circle can form among them. */
const coreFolders = [
  ...['async', 'outside', 'facts', 'tokens', 'files', 'languages', 'secrets', 'slices', 'storage'],
  ...[
    'compose',
    'images',
    'beads',
    'urls',
    'prompt',
    'attachments',
    'sources',
    'conversation',
    'globs',
    'search',
    'ignore',
    'repositories',
    'git',
    'replies',
    'requests',
    'summaries',
    'documents',
    'views',
    'items',
  ],
  'settings',
  ...['tiers', 'apiMessages', 'document', 'update', 'parts', 'presets', 'symbols', 'ranking', 'references'],
];
const gitFolders = ['objects', 'repository', 'history', 'index', 'attributes', 'status', 'diffs'];
const engineFolders = [
  'folders',
  'storing',
  'reading',
  'contents',
  'symbols',
  'references',
  'searching',
  'documents',
  'sources',
  'replies',
];
/** The parts of a workspace: a group knows only those before it, and none of them knows a tool. */
const appGroups = {
  folder: ['tree', 'reading', 'git'],
  composition: ['composition', 'storage'],
  conversation: ['attachments', 'urls', 'conversation', 'summaries', 'fileBatches'],
  document: ['document', 'secrets', 'handover'],
  tools: ['symbols', 'references', 'search', 'sources', 'slices', 'prompt', 'replies'],
};
const appFolders = [
  ...Object.entries(appGroups).flatMap(([group, folders]) => [
    ...folders,
    `groups/${group}(\\.svelte)?\\.ts$`,
  ]),
  'groups/parts\\.ts$',
  ...['files', 'fit', 'presets', 'guide', 'repositories'],
];
const panelFolders = [
  ...[
    'attachments',
    'urls',
    'screenshots',
    'symbols',
    'choices',
    'gone',
    'project',
    'presets',
    'personas',
    'budget',
    'layers',
    'composer',
    'likely',
    'prompt',
    'discussion',
    'sources',
    'documents',
    'beads',
    'search',
    'references',
    'file',
    'palette',
    'repositories',
  ],
  ...[
    'parts',
    'performance',
    'fit',
    'preview',
    'questions',
    'settings',
    'status',
    'summaries',
    'topbar',
    'git',
    'tree',
    'guide',
  ],
  ...['turns', 'reply'],
];

function inOrder(realm, folders) {
  const pathOf = (folder) => `^${realm}/${folder}(?:/|$)`;
  return folders.map((folder, at) => ({
    ...only(`${realm}/${folder}-knows-those-before-it`, pathOf(folder), []),
    to: { path: `^${realm}/`, pathNot: folders.slice(0, at + 1).map(pathOf) },
  }));
}

export default {
  forbidden: [
    only('core-knows-only-core', '^src/core/', ['^src/core/', ...corePackages]),
    only('workers-know-core', '^workers/', [
      '^workers/',
      '^src/core/',
      'node_modules/(comlink|idb-keyval|fuzzysort|hash-wasm|valibot|gpt-tokenizer|@zip\\.js/zip\\.js|modern-tar)',
      'node_modules/(unpdf|mammoth|hast-util-(?:from-html|to-mdast)|mdast-util-(?:gfm|to-markdown))/',
      '(web-tree-sitter|tree-sitter-wasms?|tree-sitter-ocaml|tree-sitter-kotlin)/',
      '^virtual:',
    ]),
    only('app-knows-core-and-contracts', '^src/app/', [
      '^src/app/',
      '^src/core/',
      '^workers/[^/]+/(contract|documentContract|searchContract|sourceContract|replyContract)\\.ts$',
      'node_modules/(svelte|valibot|esm-env)',
    ]),
    only('platform-knows-ports', '^src/platform/', [
      '^src/platform/',
      '^src/core/',
      '^src/app/ports/',
      '^workers/[^/]+/((contract|documentContract|searchContract|sourceContract|replyContract)\\.ts|[^/]+\\.worker\\.ts)$',
      '^workers/caches/cacheEntries\\.ts$',
      'node_modules/(comlink|idb-keyval|modern-tar|valibot|@zip\\.js/zip\\.js)',
    ]),
    only('ui-knows-app', '^src/ui/', [
      '^src/ui/',
      '^src/app/',
      '^src/core/',
      'node_modules/(svelte|esm-env|bits-ui|@lucide/svelte|paneforge|svelte-sonner|tinykeys)',
      'node_modules/(@codemirror/(state|view|language|language-data|search|merge|commands)|@lezer/highlight)/',
    ]),
    ...inOrder('src/core', ['[^/]+\\.ts', ...coreFolders]),
    ...inOrder('src/core/git', ['[^/]+\\.ts', ...gitFolders]),
    ...inOrder('workers/engine', [
      '(contract|documentContract|searchContract|sourceContract|replyContract|reason|outbox|runs|userWork|busyClock|runningWorker|jobQueue|computePool)\\.ts',
      ...engineFolders,
    ]),
    ...inOrder('src/app', ['(ports/[^/]+|notify|lifetime|passTexts)\\.ts', ...appFolders]),
    ...inOrder('src/ui/panels', panelFolders),
    {
      name: 'ui-shared-has-no-domain',
      severity: 'error',
      from: { path: '^src/ui/shared/' },
      to: { path: '^src/(app|core)/' },
    },
    {
      // A third of what would have to arrive before the first screen; the workers have it.
      name: 'no-markdown-parser-in-the-page',
      severity: 'error',
      from: { path: '^src/(main|endpoint)\\.ts$' },
      to: { path: 'node_modules/commonmark', reachable: true },
    },
    {
      // What reads and writes TOML is needed when somebody imports or opens a project's presets, not before.
      name: 'import-comes-late',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/core/presets/', '\\.test\\.ts$'] },
      to: {
        path: '^src/core/presets/(importText|write|projectFile|tomlText)\\.ts$',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      // Slices are made and found in the workers.
      name: 'no-hashes-in-the-page',
      severity: 'error',
      from: { path: '^src/(main|endpoint)\\.ts$' },
      to: { path: 'node_modules/@noble/hashes', reachable: true },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['svelte', 'import', 'browser', 'default'],
      extensions: ['.ts', '.svelte.ts', '.js', '.svelte', '.json'],
    },
  },
};
