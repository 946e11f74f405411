/** The first of each kind that an import has brought, by its new name. */
export interface StoredImport {
  readonly preset: string | undefined;
  readonly persona: string | undefined;
}
