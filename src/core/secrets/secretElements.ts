/** Hides secrets in markup: XML, HTML, and property lists. */
import { HIDDEN_VALUE, hideParts, type HiddenPart } from './hideParts';
import { isSecretName } from './secretNames';

/** Values in quotes may contain `>`. */
const TAG = /<[\w.:-]{1,80}(?:\s(?:"[^"<]{0,2000}"|'[^'<]{0,2000}'|[^<>"']){0,200})?>/g;
const ATTRIBUTE = /(?<![\w.:-])([\w.:-]{1,80})(\s{0,8}=\s{0,8})("[^"]{0,2000}"|'[^']{0,2000}')/g;
/** Attributes that name an element's subject. */
const NAMING = /^(?:name|key|id|type|property|var|variable|option|setting)$/i;
const NO_CONTENT =
  /^<(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)(?![\w.:-])|\/>$/i;
/**
 * An element with the name of the value in the next one: `<key>Password</key><string>…</string>` in a property list,
 * `<param-name>password</param-name><param-value>…</param-value>`.
 */
const PROPERTY =
  /<((?:[\w.:]{1,40}-)?(?:key|name|id|property|variable))>([^<]{0,200})<\/\1>(?=\s{0,200}<(?:string|data|integer|real|date|true|false|array|dict|(?:[\w.:]{1,40}-)?value)\b)/iy;

/** Hides the contents of secret elements, and the values next to a secret name: `<add key="Password" value="…"/>`. */
export function withoutElements(text: string): string {
  return hideParts(text, secretElements(text));
}

function* secretElements(text: string): Generator<HiddenPart, undefined> {
  let end = 0;
  let isValueOfSecret = false;
  for (const { 0: tag, index } of text.matchAll(TAG)) {
    if (index < end) continue;
    const property = propertyAt(text, index);
    const isSecret = isValueOfSecret || (property === undefined && isSecretTag(tag));
    const isSecretElement = isValueOfSecret || isSecretName(elementOf(tag));
    isValueOfSecret = property !== undefined && isSecretName(property);
    if (!isSecret) continue;
    const start = index + tag.length;
    const content = NO_CONTENT.test(tag) ? '' : contentOf(elementOf(tag), text.slice(start), isSecretElement);
    end = start + content.length;
    const shown = content.trim() === '' ? content : HIDDEN_VALUE;
    yield { start: index, end, text: `${withoutValues(tag)}${shown}` };
  }
}

function propertyAt(text: string, index: number): string | undefined {
  PROPERTY.lastIndex = index;
  return PROPERTY.exec(text)?.[2]?.trim();
}

function isSecretTag(tag: string): boolean {
  if (isSecretName(elementOf(tag))) return true;
  const attributes = [...tag.matchAll(ATTRIBUTE)];
  return attributes.some(([, name = '', , value = '']) => NAMING.test(name) && isSecretName(value));
}

function elementOf(tag: string): string {
  return /^<([\w.:-]+)/.exec(tag)?.[1] ?? '';
}

function withoutValues(tag: string): string {
  return tag.replaceAll(ATTRIBUTE, (whole, name: string, sign: string, value: string) =>
    NAMING.test(name) ? whole : `${name}${sign}${value.slice(0, 1)}${HIDDEN_VALUE}${value.slice(0, 1)}`,
  );
}

/** A longer element is not a single value. */
const MAX_CONTENT = 10_000;
/** Lower, because HTML has whole pages under attributes like `id="login"`. */
const MAX_CONTENT_BY_ATTRIBUTE = 500;

/**
 * The content before the closing tag. `rest` begins after the opening tag; a truncated file may lack the closing one.
 */
function contentOf(element: string, rest: string, isSecretElement: boolean): string {
  const near = rest.slice(0, isSecretElement ? MAX_CONTENT : MAX_CONTENT_BY_ATTRIBUTE);
  const end = near.indexOf(`</${element}`);
  if (end >= 0) return near.slice(0, end);
  return isSecretElement ? near : (near.split('<', 1)[0] ?? '');
}
