/** References of Haskell: GHC reads the imports, and Cabal the folders of sources. */
import { runPrinting } from './printing';
import type { ReferenceTool } from './tool';

export const ghcHeaders: ReferenceTool = {
  name: 'GHC: getImports',
  languages: ['haskell'],
  read: (folder, files) =>
    runPrinting(folder, files, [
      'runghc',
      ...['ghc', 'Cabal'].flatMap((name) => ['--ghc-arg=-package', `--ghc-arg=${name}`]),
      'haskellImports.hs',
    ]),
};
