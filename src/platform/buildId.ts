/** Inserted by the build. */
declare const __BUILD_ID__: string | undefined;

/** Version and source hash of the running build, as in version.json. */
export const buildId: string = typeof __BUILD_ID__ === 'string' ? __BUILD_ID__ : 'unbuilt';
