-- Prints, for each file named on standard input, the files it imports, as a line of JSON.
import Control.Exception (SomeException, try)
import Control.Monad (filterM, forM)
import Control.Monad.IO.Class (liftIO)
import Data.List (isPrefixOf, nub, stripPrefix)
import Data.Maybe (fromMaybe, listToMaybe, mapMaybe)
import Distribution.PackageDescription
import Distribution.PackageDescription.Configuration (flattenPackageDescription)
import Distribution.PackageDescription.Parsec (readGenericPackageDescription)
import Distribution.Types.PackageName (unPackageName)
import Distribution.Verbosity (silent)
import GHC
import GHC.Data.StringBuffer (hGetStringBuffer)
import GHC.Driver.Pipeline (preprocess)
import GHC.Driver.Session
import GHC.Driver.Types (hsc_dflags)
import GHC.IO.Encoding (setLocaleEncoding, utf8)
import GHC.Parser.Header (getImports)
import System.Directory (doesFileExist)
import System.Environment (getArgs)
import System.FilePath (normalise, takeDirectory, (<.>), (</>))
import System.Process (readProcess)

data Component = Component {owner :: String, isLibrary :: Bool, folders :: [FilePath], needs :: [String]}

main :: IO ()
main = do
  setLocaleEncoding utf8
  [root] <- getArgs
  files <- lines <$> getContents
  manifests <- lines <$> readProcess "find" [root, "-name", "*.cabal"] ""
  components <- concat <$> mapM (componentsOf root) manifests
  libraries <- trim <$> readProcess "ghc" ["--print-libdir"] ""
  runGhc (Just libraries) $ do
    flags <- getSessionDynFlags
    _ <- setSessionDynFlags flags
    mapM_ (printImports root components) files
  where
    trim = takeWhile (/= '\n')

componentsOf :: FilePath -> FilePath -> IO [Component]
componentsOf root manifest = do
  parsed <- try (readGenericPackageDescription silent manifest) :: IO (Either SomeException GenericPackageDescription)
  pure (either (const []) (components . flattenPackageDescription) parsed)
  where
    components description =
      let libraries = map libBuildInfo (allLibraries description)
          name = unPackageName (pkgName (package description))
       in map (component name True) libraries ++ map (component name False) (filter (`notElem` libraries) (allBuildInfo description))
    component name isLib info =
      Component name isLib (map place (hsSourceDirs info) `orElse` [home]) (map (unPackageName . depPkgName) (targetBuildDepends info))
    home = fromMaybe "." (stripPrefix (root ++ "/") (takeDirectory manifest))
    place = normalise . (home </>)
    orElse [] other = other
    orElse some _ = some

printImports :: FilePath -> [Component] -> FilePath -> Ghc ()
printImports root components file = do
  modules <- importedModules (root </> file)
  case modules of
    Nothing -> pure ()
    Just names -> liftIO $ do
      targets <- mapMaybe listToMaybe <$> forM names (\name -> filterM (doesFileExist . (root </>)) (candidates name))
      putStrLn ("[" ++ show file ++ "," ++ show (nub targets) ++ "]")
  where
    candidates name =
      [ normalise (folder </> map slash name <.> extension)
      | folder <- nub (searched components file)
      , extension <- ["hs", "lhs", "hsc", "chs", "x", "y"]
      ]
    slash '.' = '/'
    slash other = other

-- | The folders of the file's own components, then those of the libraries that they need.
searched :: [Component] -> FilePath -> [FilePath]
searched components file = concatMap folders own ++ concatMap folders (filter isNeeded components)
  where
    isNeeded each = isLibrary each && owner each `elem` concatMap needs own
    own = filter ((== longest) . depth) components
    longest = maximum (0 : map depth components)
    depth = maximum . (0 :) . map length . filter contains . folders
    contains "." = True
    contains folder = (folder ++ "/") `isPrefixOf` file

-- | The names of imported modules, after the preprocessor; nothing if GHC cannot read the file.
importedModules :: FilePath -> Ghc (Maybe [String])
importedModules path = do
  text <- liftIO (readFile path)
  session <- getSession
  let minimums = nub (filter ("MIN_VERSION_" `isPrefixOf`) (words (map separated text)))
      options = ["-XImportQualifiedPost", "-XPackageImports"] ++ map (\name -> "-optP-D" ++ name ++ "(a,b,c)=1") minimums
  (flags, _, _) <- parseDynamicFlagsCmdLine (hsc_dflags session) (map noLoc options)
  liftIO . unlessFailed $ do
    processed <- preprocess session {hsc_dflags = flags} path Nothing Nothing
    case processed of
      Left _ -> pure Nothing
      Right (after, output) -> do
        buffer <- hGetStringBuffer output
        either (const Nothing) (Just . names) <$> getImports after buffer output path
  where
    separated letter = if letter `elem` "(),!&|<>= \t" then ' ' else letter
    names (sources, imports, _) = map (moduleNameString . unLoc . snd) (sources ++ imports)

unlessFailed :: IO (Maybe a) -> IO (Maybe a)
unlessFailed action = either (const Nothing :: SomeException -> Maybe a) id <$> try action
