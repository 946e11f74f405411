/** Replies as models put them, with what they ask for, all about one workspace. */
import { readFileSync } from 'node:fs';
import type { KnownNames, ReplyRequest } from '../../../src/core/requests/request';
import type { RepoPath } from '../../../src/core/files/repoPath';
import { createPathIndex } from '../../../src/core/replies/placing/findPath';

export interface RequestCase {
  readonly reply: string;
  /** Requests as the lines of a `strata-request` fence. */
  readonly asked: readonly string[];
  /** Whether the rules were written without looking at it: every third case. */
  readonly isHeldOut: boolean;
}

const SYMBOLS: Readonly<Record<string, readonly string[]>> = {
  'src/main.ts': ['run'],
  'src/app/server.ts': ['createServer'],
  'src/app/router.ts': ['Router'],
  'src/core/parser.ts': ['Parser'],
  'src/core/lexer.ts': ['tokenize'],
  'src/core/index.ts': [],
  'src/utils/index.ts': [],
  'src/config/settings.ts': ['parseConfig', 'Settings'],
  'src/components/Button.tsx': ['Button', 'render'],
  'src/components/Modal.tsx': ['Modal', 'render'],
  'src/api/client.ts': ['fetchUser'],
  'src/api/auth.ts': ['login', 'refreshToken'],
  'src/store/userStore.ts': ['UserStore'],
  'src/hooks/useAuth.ts': ['useAuth'],
  'src/styles/main.css': [],
  'src/types.ts': ['error'],
  'tests/parser.test.ts': [],
  'tests/auth.test.ts': [],
  'package.json': [],
  'tsconfig.json': [],
  'vite.config.ts': [],
  'README.md': [],
  'docs/setup.md': [],
  Dockerfile: [],
  '.env.example': [],
  'scripts/build.sh': [],
  'backend/models.py': ['User'],
  'backend/views.py': ['handle_request'],
  'backend/db/session.py': ['get_session'],
  'prisma/schema.prisma': [],
  '.github/workflows/ci.yml': [],
};

const paths = Object.keys(SYMBOLS) as RepoPath[];

export const WORKSPACE: KnownNames = {
  paths: createPathIndex(paths),
  filesOfSymbol: (name) => paths.filter((path) => SYMBOLS[path]?.includes(name)),
};

/** Each case begins with `===` and what it asks for. */
export function requestCases(name: string): readonly RequestCase[] {
  const text = readFileSync(new URL(name, import.meta.url), 'utf8');
  return text
    .split(/^===(?!=)/m)
    .slice(1)
    .map((part, at) => {
      const [asked = '', ...lines] = part.split('\n');
      return {
        reply: lines.join('\n').trimEnd(),
        asked: asked.split(' | ').flatMap((each) => each.trim() || []),
        isHeldOut: at % 3 === 2,
      };
    });
}

/** The line of a `strata-request` fence that asks for the same. */
export function lineOf(request: ReplyRequest): string {
  switch (request.kind) {
    case 'file':
      return request.path;
    case 'lines':
      return `${request.path}#L${request.from}-${request.to}`;
    case 'symbol':
      return `${request.path} ${request.symbol}`;
    case 'outline':
      return `outline ${request.path}`;
  }
}
