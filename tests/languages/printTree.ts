/** Prints the syntax tree of a file: `npx tsx tests/languages/printTree.ts <wasm file> <source file>`. */
import { readFileSync } from 'node:fs';
import { Language, Parser } from 'web-tree-sitter';

const [wasm = '', file = ''] = process.argv.slice(2);
await Parser.init();
const parser = new Parser().setLanguage(await Language.load(readFileSync(wasm)));
const tree = parser.parse(readFileSync(file, 'utf8'));
const cursor = tree?.walk();
let depth = 0;

for (let more = cursor !== undefined; more && cursor !== undefined;) {
  const { startPosition: start, endPosition: end, currentFieldName: field } = cursor;
  if (cursor.nodeIsNamed) {
    const place = `${start.row + 1}:${start.column}-${end.row + 1}:${end.column}`;
    const text =
      cursor.currentNode.namedChildCount === 0 ? ` ${JSON.stringify(cursor.nodeText.slice(0, 40))}` : '';
    console.log(
      `${'  '.repeat(depth)}${field === null ? '' : `${field}: `}${cursor.nodeType} ${place}${text}`,
    );
  }
  if (cursor.gotoFirstChild()) {
    depth += 1;
    continue;
  }
  while (!cursor.gotoNextSibling()) {
    more = cursor.gotoParent();
    depth -= 1;
    if (!more) break;
  }
}
