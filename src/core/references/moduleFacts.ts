/** A file's imports and declared modules. Small and plain, so that they can be kept without the text. */
export interface ModuleFacts {
  /** Language id of files/language. */
  readonly language: string;
  /** The imports in the file's facts, in order, then further ones found in its text. */
  readonly imports: readonly ModuleImport[];
  /** The packages, namespaces, or modules that the file declares or belongs to, as its language writes them. */
  readonly declares: readonly string[];
  /** Top-level names, only for languages whose imports name declarations instead of files. */
  readonly defines: readonly string[];
}

export interface ModuleImport {
  /** Module names as written, without quotes. */
  readonly sources: readonly string[];
  /** The names imported from the module, as the module calls them; undefined if the statement lists none. */
  readonly names?: readonly string[];
  /** The modules that enclose the statement in its file, as the language writes them: `a::b`. Set only where it matters. */
  readonly scope?: string;
  /** True if code uses the module by its name, without an import statement. Such imports count only if they resolve. */
  readonly isImplied?: boolean;
  /** True if the file uses all files that the import refers to, as with a pattern. */
  readonly takesAll?: boolean;
}
