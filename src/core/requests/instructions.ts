/** Texts for the system prompt that tell a model how to ask for more context and how to write edits. */

/** Describes the fence that `readRequests` reads. */
export const requestInstructions = `If you need code that you have not been given, do not guess. Ask for it in a fenced block with one request per line, then stop and wait:

\`\`\`strata-request
src/config.ts
src/server.ts#L10-80
src/server.ts createServer
outline src/router.ts
\`\`\`

These lines ask for a whole file, a range of lines, one symbol, and a file's signatures. Write paths exactly as you have seen them.`;

/** Describes the format whose edits Strata places best. */
export const editInstructions = `Write every change to a file as a SEARCH/REPLACE block below the file's path:

src/config.ts
\`\`\`ts
<<<<<<< SEARCH
const port = 3000;
=======
const port = 8080;
>>>>>>> REPLACE
\`\`\`

Copy the SEARCH lines from the file exactly, including indentation, and include enough of them to match only one place. Never shorten code with "...". Prefer several small blocks to a large one. To create a file, leave SEARCH empty.`;
