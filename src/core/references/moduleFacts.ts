/** What a file says about modules: small and plain, so that it can be kept when the text is not. */
export interface ModuleFacts {
  /** Language id of files/language. */
  readonly language: string;
  /** Those of the file's facts, in their order, then others that its text has. */
  readonly imports: readonly ModuleImport[];
  /** The packages, namespaces, or modules that the file declares or belongs to, as its language writes them. */
  readonly declares: readonly string[];
  /** Names declared at the top of the file, only for languages whose imports name them without their file. */
  readonly defines: readonly string[];
}

export interface ModuleImport {
  /** Module names as written, without quotes. */
  readonly sources: readonly string[];
  /** The names imported from the module, as it calls them; undefined if the statement doesn't say. */
  readonly names?: readonly string[];
  /** The modules around the statement within its file, as the language writes them: `a::b`. Only where that matters. */
  readonly scope?: string;
  /** Whether it is no statement but the use of a module by its name. Others than those of the folder don't count. */
  readonly isImplied?: boolean;
}
