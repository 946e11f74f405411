/**
 * Lines that declare a function or a type, by the keywords at their start. They are compared with what a grammar has
 * found only where its tree is in doubt, so a pattern should rather miss a declaration than invent one.
 */
import type { GrammarId } from './grammarIds';

const ECMASCRIPT =
  /^[ \t]*(?:export[ \t]+)?(?:default[ \t]+)?(?:declare[ \t]+)?(?:abstract[ \t]+)?(?:(?:async[ \t]+)?function\b[ \t]*(?:\*[ \t]*)?[\w$]+[ \t]*[(<]|(?:class|interface|enum|namespace)[ \t]+[\w$.][^;'"`(\n]{0,200}\{[ \t]*$)/gm;
const C =
  /^(?:(?:class|struct|enum|union|namespace)[ \t]+[\w:][^;(){}="'\n]{0,200}\n?\{[ \t]*$|(?!(?:return|else|if|for|while|switch|case|typedef|using|do|new|throw)\b)[A-Za-z_][\w:<>,*& \t]{0,100}[ \t*&][\w:~]+\([^;{}"\n]{0,300}\)[ \t]*(?:const[ \t]*)?\n?\{[ \t]*$)/gm;
const OCAML =
  /^(?:let[ \t]+(?:rec[ \t]+)?[a-z_][\w']*[ \t]+[a-z_(~?][^="\n]{0,200}=|module[ \t]+(?:type[ \t]+)?[A-Z]\w*|type[ \t]+[a-z_'][a-z_' \t]*=)/gm;

const DECLARED: Readonly<Record<GrammarId, RegExp>> = {
  bash: /^[ \t]*(?:function[ \t]+[\w:.-]+[ \t]*(?:\(\)[ \t]*)?|[\w:.-]+[ \t]*\(\)[ \t]*)(?:\n[ \t]*)?\{[ \t]*$/gm,
  c: C,
  cpp: C,
  csharp:
    /^[ \t]*(?:(?:public|private|protected|internal|static|sealed|abstract|partial|readonly|unsafe|virtual|override|async|new)[ \t]+){0,6}(?:class|interface|struct|record|enum|namespace)[ \t]+[A-Z][^;("=\n]{0,200}$|^[ \t]*(?:public|private|protected|internal|static|override)[ \t][\w<>[\],.? \t]{1,150}[ \t][A-Z]\w*\([^;"\n]{0,300}\)[ \t]*(?:\n[ \t]*)?\{[ \t]*$/gm,
  dart: /^(?:(?:abstract|sealed|base|final|interface)[ \t]+){0,3}(?:class|mixin|extension|enum)[ \t]+\w[^;("\n]{0,200}\{[ \t]*$|^(?:[A-Za-z][\w<>?,]*[ \t]+)[a-z]\w*\([^;"\n]{0,200}\)[ \t]*(?:async[ \t]*)?\{[ \t]*$/gm,
  elixir:
    /^[ \t]*(?:(?:def|defp|defmacro|defmacrop)[ \t]+[a-z_]\w*[?!]?[ \t]*(?:\(|do\b)|defmodule[ \t]+[A-Z][\w.]*[ \t]+do\b)/gm,
  go: /^(?:func[ \t]+(?:\([^)\n]*\)[ \t]*)?\w+[ \t]*[([]|type[ \t]+\w+[ \t]+(?:struct|interface)\b)/gm,
  haskell: /^(?:data|newtype|class)[ \t]+(?:\([^)\n]*\)[ \t]*=>[ \t]*)?[A-Z]\w*|^[a-z_][\w']*[ \t]+::/gm,
  java: /^[ \t]*(?:(?:public|private|protected|static|final|abstract|sealed|strictfp)[ \t]+){0,5}(?:class|@?interface|enum|record)[ \t]+[A-Z][^;"=\n]{0,200}\{[ \t]*$|^[ \t]*(?:public|private|protected|static)[ \t][\w<>[\],.? \t]{1,150}[ \t]\w+\([^;"\n]{0,300}\)[^;"\n]{0,100}\{[ \t]*$/gm,
  javascript: ECMASCRIPT,
  kotlin:
    /^[ \t]*(?:(?:public|private|protected|internal|open|abstract|sealed|override|inline|suspend|data|inner|operator|infix|enum|annotation|companion)[ \t]+){0,6}(?:fun[ \t]+(?:<[^>\n]{1,100}>[ \t]*)?[\w.<>?]+[ \t]*\(|(?:class|interface|object)[ \t]+[A-Z][^"\n]{0,200}\{[ \t]*$)/gm,
  lua: /^[ \t]*(?:local[ \t]+)?function[ \t]+[\w.:]+[ \t]*\(/gm,
  ocaml: OCAML,
  ocamlInterface: /^(?:val|external)[ \t]+[a-z_][\w']*[ \t]*:|^module[ \t]+(?:type[ \t]+)?[A-Z]\w*/gm,
  php: /^[ \t]*(?:(?:public|private|protected|static|final|abstract|readonly)[ \t]+){0,5}(?:function[ \t]+&?\w+[ \t]*\(|(?:class|interface|trait|enum)[ \t]+[A-Z][^;("'\n]{0,200}$)/gm,
  powershell: /^[ \t]*(?:function|filter)[ \t]+[\w:-]+[ \t]*(?:\(|\{|$)|^class[ \t]+\w[^"'\n]{0,100}$/gim,
  python: /^[ \t]*(?:async[ \t]+)?(?:def[ \t]+\w+[ \t]*[([]|class[ \t]+\w+[ \t]*[(:[])/gm,
  r: /^[\w.]+[ \t]*(?:<-|=)[ \t]*function[ \t]*\(/gm,
  ruby: /^[ \t]*(?:(?:private|public|protected|private_class_method)[ \t]+)?(?:def[ \t]+(?:self\.)?[a-z_]\w*[?!=]?[ \t]*(?:$|[(;])|(?:class|module)[ \t]+[A-Z][\w:]*[ \t]*(?:$|<[ \t]*[A-Z]))/gm,
  rust: /^[ \t]*(?:pub(?:\([^)\n]*\))?[ \t]+)?(?:(?:default|const|async|unsafe|extern(?:[ \t]+"[^"\n]*")?)[ \t]+){0,4}(?:fn[ \t]+\w+[ \t]*[(<]|(?:struct|enum|trait|union)[ \t]+[A-Z][^"\n]{0,200}$)/gm,
  scala:
    /^[ \t]*(?:(?:private|protected|override|final|implicit|abstract|sealed|lazy|inline|case)(?:\[\w+\])?[ \t]+){0,5}(?:def[ \t]+\w+[ \t]*[([:=]|(?:class|object|trait)[ \t]+[A-Z][^"\n]{0,200}$)/gm,
  solidity:
    /^[ \t]*(?:function[ \t]+\w+[ \t]*\(|(?:abstract[ \t]+)?(?:contract|library|interface)[ \t]+[A-Z][^"\n]{0,200}\{)/gm,
  swift:
    /^[ \t]*(?:(?:public|private|fileprivate|internal|open|static|final|override|mutating|class)[ \t]+){0,5}(?:func[ \t]+\w+[ \t]*[(<]|(?:class|struct|enum|protocol|extension|actor)[ \t]+[A-Z][^"\n]{0,200}\{[ \t]*$)/gm,
  tsx: ECMASCRIPT,
  typescript: ECMASCRIPT,
  zig: /^[ \t]*(?:pub[ \t]+)?(?:(?:export|inline|extern(?:[ \t]+"[^"\n]*")?)[ \t]+){0,2}fn[ \t]+\w+[ \t]*\(/gm,
};

/** Offsets of the declarations in a part of a text, each after the indentation of its line. */
export function declarationsIn(
  text: string,
  grammar: GrammarId,
  start: number,
  end: number,
): readonly number[] {
  return [...text.slice(start, end).matchAll(DECLARED[grammar])].map(
    ({ 0: line, index }) => start + index + line.search(/\S/),
  );
}
