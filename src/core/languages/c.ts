import { cFamily } from './cfamily';
import { blankMacros } from './macros';
import type { GrammarRules } from './rules';

/** Lines that cannot begin C: many C++ headers are named `.h`. */
const CPP =
  /^[ \t]{0,20}(?:class[ \t]+\w[^;()\n]{0,200}[{:]|namespace[ \t]+[\w:]{1,100}\s{0,20}\{|template[ \t]*<|using[ \t]+\w|(?:public|private|protected)[ \t]*:|#[ \t]*include[ \t]*<(?:string|vector|memory|map|set|utility|functional|iostream|cstdint|cstddef|cstring)>)/m;

export const c: GrammarRules = {
  ...cFamily,
  id: 'c',
  defersTo: (text) => (CPP.test(text) ? 'cpp' : undefined),
  grammar: 'c',
  reads: blankMacros,
};
