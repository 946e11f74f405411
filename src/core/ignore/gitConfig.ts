/**
 * Returns `core.ignoreCase` of a `.git/config`, which git sets where the disk ignores case; false if it isn't set.
 * Doesn't follow includes, which mostly lead outside the folder. Reading ends at a line that git would refuse.
 */
export function readIgnoreCase(config: string): boolean {
  let section = '';
  let ignoreCase = false;
  for (const { groups: { header, name, value } = {} } of config.matchAll(TOKEN)) {
    if (header !== undefined) section = header.toLowerCase();
    else if (section === 'core' && name?.toLowerCase() === 'ignorecase') ignoreCase = isTrue(value);
  }
  return ignoreCase;
}

const HEADER = /\[(?<header>[\w.-]+(?:[ \t]+"(?:\\.|[^"\\\n])*")?)\]/;
/** Without `=`, a variable has no value. */
const VARIABLE =
  /(?<name>[a-z][\w-]*)[ \t]*(?:=(?<value>(?:"(?:\\[^]|[^"\\\n])*"|\\\r?[^]|[^"\\#;\n])*))?(?=\r?(?:[#;\n]|$))/;
const TOKEN = new RegExp(`\\s*(?:${HEADER.source}|${VARIABLE.source}|[#;].*)`, 'giy');

function isTrue(value: string | undefined): boolean {
  const text = value?.replaceAll(/\\\r?\n|"/g, '').trim();
  return text === undefined || /^(?:true|yes|on|[+-]?\d*[1-9]\d*)$/i.test(text);
}
