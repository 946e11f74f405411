/**
 * Items wrapped in a macro, as in `pin_project! { pub struct Body { … } }`. The grammar sees only a list of tokens, so
 * the macro's name and braces are blanked and the items are read like any others. Anything that only resembles items
 * stays a list of tokens. All patterns are bounded, so the time is linear.
 */

/** A macro with braces, up to the closing brace with the macro's own indentation. */
const MACRO_IN_BRACES =
  /^([ \t]{0,80})((?:\w{1,60}::){0,4}\w{1,60}![ \t]?\{)((?:[ \t]*\n|\1[ \t]{1,80}\S[^\n]*\n){1,2000})\1\}/gm;

/** The first declaration, after comments and attributes. */
const FIRST_ITEM =
  /^(?:\s|\/\/[^\n]*\n|#\[[^\]]*\])*(?:pub(?:\([^()\n]*\))?\s+)?(?:(?:async|unsafe|extern(?:\s+"[^"\n]*")?|default|const)\s+)*(?:struct|enum|union|trait|type|fn|const|static|mod|impl|use)\b/;

/** Patterns of other macros (`#name` in `quote!`, `$name`), and structs that declare sets of flags. */
const NO_ITEM = /#[\w(]|\$[\w(]|\bstruct\s+\w+\s*:/;

/** Returns a text of the same length and with the same lines. */
export function blankItemMacros(text: string): string {
  if (!/![ \t]?\{/.test(text)) return text;
  return text.replace(MACRO_IN_BRACES, (whole, indent: string, opening: string, items: string) => {
    if (!FIRST_ITEM.test(items) || NO_ITEM.test(items.replaceAll(/\/\/[^\n]*/g, ''))) return whole;
    const read = items.replaceAll(/\bstatic ref\b/g, 'static    ');
    // The last item may lack its semicolon.
    return `${indent}${' '.repeat(opening.length)}${read}${indent};`;
  });
}
