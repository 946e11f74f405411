/** URL of an encoding's vocabulary file; the build makes both (see .ci/vite/vocabulary.mjs). */
declare module 'virtual:vocabulary/*' {
  const url: string;
  export default url;
}
