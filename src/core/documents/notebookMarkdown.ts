/** A Jupyter notebook, formats 3 and 4, as Markdown: its cells in order, with their outputs as text. */
import * as v from 'valibot';
import { counted } from '../counted';
import { fenceFor } from '../compose/fence';
import { closedText } from '../compose/textSection';
import { notebookOf } from '../languages/notebookCells';
import { languageOfCell, languageOfKernel } from '../languages/notebookKernels';

const text = v.fallback(
  v.pipe(
    v.union([v.string(), v.array(v.string())]),
    v.transform((lines) => (typeof lines === 'string' ? lines : lines.join(''))),
  ),
  '',
);
const output = v.fallback(
  v.object({
    output_type: v.fallback(v.string(), ''),
    text,
    data: v.fallback(v.record(v.string(), v.unknown()), {}),
    ename: v.fallback(v.string(), ''),
    evalue: v.fallback(v.string(), ''),
  }),
  { output_type: '', text: '', data: {}, ename: '', evalue: '' },
);
const cell = v.object({
  cell_type: v.fallback(v.string(), 'raw'),
  source: text,
  input: text,
  level: v.fallback(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(6)), 1),
  outputs: v.fallback(v.array(output), []),
});
const cells = v.object({ cells: v.array(cell) });
const notebook = v.union([
  cells,
  v.pipe(
    v.object({ worksheets: v.array(cells) }),
    v.transform(({ worksheets }) => ({ cells: worksheets.flatMap((sheet) => sheet.cells) })),
  ),
]);

type Cell = v.InferOutput<typeof cell>;
type Output = v.InferOutput<typeof output>;

/** UTF-16 units and lines of an output. */
const [MOST_OUTPUT, MOST_LINES] = [4_000, 60];

/** Undefined if the text is no notebook. */
export function notebookMarkdown(json: string): string | undefined {
  const read = v.safeParse(notebook, parsed(json));
  if (!read.success) return undefined;
  const { kernel } = notebookOf(json);
  const language = kernel.map(languageOfKernel).find((id) => id !== undefined) ?? kernel[0] ?? 'python';
  return read.output.cells
    .flatMap((each) => cellMarkdown(each, language))
    .filter((part) => part !== '')
    .join('\n\n');
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function cellMarkdown({ cell_type, level, outputs, ...texts }: Cell, language: string): readonly string[] {
  const source = (texts.source === '' ? texts.input : texts.source).trimEnd();
  switch (cell_type) {
    case 'markdown':
      return [closedText(source)];
    case 'heading':
      return [`${'#'.repeat(level)} ${source.replaceAll(/\s+/g, ' ')}`];
    case 'code':
      return [fenced(languageOfCell(source, language) ?? 'text', source), ...outputs.map(outputMarkdown)];
    default:
      return [fenced('text', source)];
  }
}

function outputMarkdown({ output_type: type, text: printed, data, ename, evalue }: Output): string {
  if (type === 'error' || type === 'pyerr') return fenced('text', cut(`${ename}: ${evalue}`));
  const plain = printed !== '' ? printed : v.parse(text, data['text/plain']);
  // Format 3 has data beside the text; its images have no type with a slash.
  const images = Object.keys(data).filter((key) => key.startsWith('image/'));
  return [
    ...images.map((image) => `[Output: ${/^image\/[\w.+-]{1,40}$/.exec(image)?.[0] ?? 'image'}]`),
    fenced('text', cut(plain)),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Without the escape sequences that color a terminal. */
function cut(printed: string): string {
  const lines = printed
    .replaceAll(/\p{Cc}\[[\d;]*m/gu, '')
    .trimEnd()
    .split('\n');
  const kept = lines.slice(0, MOST_LINES).join('\n').slice(0, MOST_OUTPUT).toWellFormed();
  const left = lines.length - kept.split('\n').length;
  if (left > 0) return `${kept}\n… ${counted(left, 'more line')}`;
  return kept.length < lines.join('\n').length ? `${kept} …` : kept;
}

function fenced(language: string, source: string): string {
  if (source.trim() === '') return '';
  const fence = fenceFor(source);
  return `${fence}${/^[\w+#.-]{1,40}$/.test(language) ? language : 'text'}\n${source}\n${fence}`;
}
