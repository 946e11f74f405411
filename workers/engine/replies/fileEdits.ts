/** The edits of one file, placed in its present text, with what the user must confirm. */
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { PlacedHunk } from '../../../src/core/replies/placedEdit';
import { appliedText, splitLines } from '../../../src/core/replies/placing/appliedText';
import type { PathIndex } from '../../../src/core/replies/placing/findPath';
import { newFileRisk } from '../../../src/core/replies/placing/newFileRisk';
import { riskOf } from '../../../src/core/replies/placing/pathRisk';
import { placeEdits } from '../../../src/core/replies/placing/placeEdits';
import { driftBetween, mergeChanges } from '../../../src/core/replies/placing/threeWay';
import { changesBetweenTexts } from '../../../src/core/replies/placing/wholeFile';
import type { ReplyEdit } from '../../../src/core/replies/replyEdit';
import { hasMask } from '../../../src/core/secrets/masks';
import type { EditedText, FileEdits } from '../replyContract';
import type { PresentFile } from './presentFiles';
import { renameTarget } from './renameTarget';

interface TextsOfFile {
  readonly file: PresentFile;
  readonly sent: string | undefined;
  readonly edited: EditedText | undefined;
  /** A risk that the texts don't show. */
  readonly risk: string | undefined;
  readonly known: PathIndex;
}

export function fileEdits(
  path: RepoPath,
  edits: readonly ReplyEdit[],
  { file, sent, edited, risk: given, known }: TextsOfFile,
): FileEdits {
  const now = file.kind === 'text' ? file.text : undefined;
  const hunks = placeEdits(edits, { now, sent });
  const renamed = edits.flatMap((edit) => ('newPath' in edit ? [edit.newPath] : [])).at(-1);
  const target = renamed === undefined ? undefined : renameTarget(renamed);
  const own = edited && rebased(edited, now ?? '');
  const risk =
    riskIn(path, hunks, now) ??
    target?.risk ??
    given ??
    own?.risk ??
    (file.kind === 'none' ? newFileRisk(path, known) : undefined);
  return {
    ...{ path, now, hunks },
    ...(own && { edited: own.text }),
    ...(target?.path !== undefined && target.path !== path && { newPath: target.path }),
    ...(risk !== undefined && { risk }),
  };
}

interface RebasedText {
  readonly text: string;
  readonly risk?: string;
}

/** The user's text with what has changed in the file since. A text that can't be merged stays as it is. */
function rebased({ text, base }: EditedText, now: string): RebasedText {
  if (base === now) return { text };
  const drift = driftBetween({ sent: splitLines(base).lines, now: splitLines(now).lines });
  const merged = mergeChanges(
    changesBetweenTexts(base, text).map((change) => [change]),
    drift,
  );
  if (merged.some(({ kind }) => kind === 'conflict'))
    return { text, risk: 'has changed where you edited it, and your text would undo that' };
  return {
    text: appliedText(
      now,
      merged.flatMap((each) => (each.kind === 'clean' ? each.changes : [])),
    ),
  };
}

function riskIn(path: RepoPath, hunks: readonly PlacedHunk[], now: string | undefined): string | undefined {
  const risk = riskOf(path);
  if (risk.kind !== 'none') return risk.reason;
  const masked = hunks.some(
    ({ state }) => state.kind !== 'applied' && state.replacement?.lines.some(hasMask),
  );
  if (masked) return 'would get the mask of a secret whose value is not known here';
  const sure = hunks.flatMap(({ state }) => (state.kind === 'placed' ? [state.replacement] : []));
  if (now === undefined || sure.length === 0) return undefined;
  const left = appliedText(now, sure).trim().length;
  return left < now.trim().length * LEAST_LEFT ? 'would lose most of its text' : undefined;
}

/** The share of a file that sure edits may leave. */
const LEAST_LEFT = 0.3;
