/**
 * Comparing more files with each other would hold up the engine. Equal files, and those that alone have a name, are found
 * among any number.
 */
export const RENAME_LIMIT = 300;
