/** A variable of a git config, in the order of the file. */
export interface ConfigVariable {
  /** The section, the variable, and in between the subsection if there is one: `remote.origin.url`. */
  readonly key: string;
  /** Undefined if the variable has no `=`, which means true. */
  readonly value: string | undefined;
}

/**
 * Returns the variables of a `.git/config`. Sections and variables are in lowercase, subsections as they are. Doesn't
 * follow includes, which mostly lead outside the folder. Reading ends at a line that git would refuse.
 */
export function readVariables(config: string): ConfigVariable[] {
  const variables: ConfigVariable[] = [];
  let section = '';
  for (const { groups: { header, name, value } = {} } of config.matchAll(TOKEN)) {
    if (header !== undefined) section = sectionOf(header);
    else if (name !== undefined && section !== '')
      variables.push({ key: `${section}.${name.toLowerCase()}`, value: value && unquoted(value) });
  }
  return variables;
}

/** Returns `core.ignoreCase` of a `.git/config`, which git sets where the disk ignores case; false if it isn't set. */
export function readIgnoreCase(config: string): boolean {
  return isSetIn(readVariables(config), 'core.ignorecase');
}

/** Whether a variable is true; false if it isn't set. Its name is in lowercase: `core.ignorecase`. */
export function isSetIn(variables: readonly ConfigVariable[], name: string): boolean {
  const variable = variables.findLast(({ key }) => key === name);
  return variable !== undefined && isTrueInConfig(variable.value);
}

/** Whether a variable with this value is true. */
export function isTrueInConfig(value: string | undefined): boolean {
  return value === undefined || /^(?:true|yes|on|[+-]?\d*[1-9]\d*)$/i.test(value);
}

const HEADER = /\[(?<header>[\w.-]+(?:[ \t]+"(?:\\.|[^"\\\n])*")?)\]/;
/** Without `=`, a variable has no value. */
const VARIABLE =
  /(?<name>[a-z][\w-]*)[ \t]*(?:=(?<value>(?:"(?:\\[^]|[^"\\\n])*"|\\\r?[^]|[^"\\#;\n])*))?(?=\r?(?:[#;\n]|$))/;
const TOKEN = new RegExp(`\\s*(?:${HEADER.source}|${VARIABLE.source}|[#;].*)`, 'giy');

function sectionOf(header: string): string {
  const quote = header.indexOf('"');
  if (quote < 0) return header.toLowerCase();
  const subsection = header.slice(quote + 1, -1).replaceAll(/\\(.)/g, '$1');
  return `${header.slice(0, quote).trim().toLowerCase()}.${subsection}`;
}

/** Blanks around a value don't count unless they are in quotes. */
function unquoted(value: string): string {
  let text = '';
  // Blanks outside quotes are added once something follows them.
  let blanks = '';
  for (const { groups: { quoted, escape, blank, plain } = {} } of value.matchAll(VALUE_PART)) {
    if (blank !== undefined) {
      blanks += blank;
      continue;
    }
    if (text !== '') text += blanks;
    blanks = '';
    text += quoted === undefined ? (plain ?? unescaped(escape ?? '')) : quoted.replaceAll(ESCAPE, unescaped);
  }
  return text;
}

const ESCAPE = /\\\r?[^]/g;
const VALUE_PART = /"(?<quoted>(?:\\[^]|[^"\\])*)"|(?<escape>\\\r?[^])|(?<blank>\s+)|(?<plain>[^\s"\\]+)/g;

function unescaped(escape: string): string {
  const letter = escape.at(-1) ?? '';
  if (letter === '\n') return '';
  return { n: '\n', t: '\t', b: '\b' }[letter] ?? letter;
}
