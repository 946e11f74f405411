import { escapePath } from '../compose/escapePath';
import { fenceFor } from '../compose/fence';
import { normalizeText } from '../files/normalize';
import { compareClosed, compareIssues, isActive, type Issue } from './issue';

/**
 * The section about the issues: the closed ones on one line, the active ones as a list. Empty if there are none. Nothing that an issue
 * contains can begin a heading, a fence, or HTML: titles are escaped behind other text, and descriptions are fenced.
 */
export function renderIssues(heading: string, issues: readonly Issue[]): string {
  const closed = issues.filter(({ status }) => status === 'closed').sort(compareClosed);
  const active = issues.filter(isActive).sort(compareIssues);
  const parts = [
    ...(closed.length === 0 ? [] : [`Completed: ${closed.map(named).join(', ')}`]),
    ...(active.length === 0 ? [] : ['Active:', active.map(bullet).join('\n')]),
  ];
  return parts.length === 0 ? '' : [heading, ...parts].join('\n\n');
}

function named({ id, title }: Issue): string {
  return `${escaped(title)} (\`${escapePath(id)}\`)`;
}

function bullet({ id, title, description, status, priority }: Issue): string {
  const state = escaped(status.replaceAll('_', ' '));
  const line = `- **${escaped(title)}** (\`${escapePath(id)}\`, ${state}, P${priority})`;
  const text = normalizeText(description)
    .text.replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
  if (text === '') return line;
  const fence = fenceFor(text);
  return [line, `${fence}text`, ...text.split('\n'), fence]
    .map((each, at) => (at === 0 || each === '' ? each : `  ${each}`))
    .join('\n');
}

/** The characters that begin code, emphasis, HTML, and links. */
function escaped(title: string): string {
  return title.replaceAll(/[\\`*<[\]]/g, '\\$&');
}
