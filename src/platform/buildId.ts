/** Written in by the build. */
declare const __BUILD_ID__: string | undefined;

/** Version and source hash of the build that runs, as in the release's version.json. */
export const buildId: string = typeof __BUILD_ID__ === 'string' ? __BUILD_ID__ : 'unbuilt';
