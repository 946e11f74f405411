import type { Notify } from '../notify';
import type { Clipboard } from './clipboard';
import type { Clock } from './clock';
import type { ConversationReader } from './conversations';
import type { EndpointWindow } from './endpoint';
import type { Engines } from './engine';
import type { FolderFiles, FileWriter, Outputs, ZipFiles } from './files';
import type { Folders } from './folders';
import type { Images } from './images';
import type { PageWindow, PageReader } from './pages';
import type { RepositoryWindow } from './repositories';
import type { PageAddress, ShareCodec } from './sharing';
import type { Storage, AttachmentStore, FolderCaches } from './storage';
import type { SummaryShelf, BrowserModel } from './summaries';
import type { TabMemory, Tabs } from './tabs';

/** Everything that the app needs from outside. `src/platform` implements these ports; tests pass their own. */
export interface AppPorts {
  readonly engines: Engines;
  readonly folders: Folders;
  readonly folderFiles: FolderFiles;
  readonly fileWriter: (folder: FileSystemDirectoryHandle) => FileWriter;
  readonly outputs: Outputs;
  readonly clipboard: Clipboard;
  readonly zipFiles: ZipFiles;
  readonly images: Images;
  readonly storage: Storage;
  readonly attachmentStore: AttachmentStore;
  readonly startReader: () => ConversationReader;
  readonly summaries: SummaryShelf;
  readonly caches: FolderCaches;
  readonly browserModel: BrowserModel;
  readonly endpointWindow: EndpointWindow;
  readonly pageWindow: PageWindow;
  readonly repositoryWindow: RepositoryWindow;
  readonly pageReader: PageReader;
  readonly clock: Clock;
  readonly tab: TabMemory;
  readonly tabs: Tabs;
  readonly address: PageAddress;
  readonly shareCodec: ShareCodec;
  readonly notify: Notify;
}
