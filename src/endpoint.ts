/** Composition root of the network page: the only one that may connect to anything but its own files. It has one of three forms. */
import { mount } from 'svelte';
import { RepositoryRun } from './app/repositories/repositoryRun.svelte';
import { EndpointRun } from './app/summaries/endpointRun.svelte';
import { PageRun } from './app/urls/pageRun.svelte';
import { createEndpoint } from './platform/endpoint';
import { endpointOpener } from './platform/endpointWindow';
import { packFiles } from './platform/packFiles';
import { createPageFetcher, REPOSITORY_LIMITS } from './platform/pageFetcher';
import { pageOpener } from './platform/pageWindow';
import { repositoryOpener } from './platform/repositoryWindow';
import { createStorage } from './platform/storage';
import EndpointPage from './ui/views/EndpointPage.svelte';
import FetchPage from './ui/views/FetchPage.svelte';
import { TEXT } from './ui/views/fetchText';
import RepositoryPage from './ui/views/RepositoryPage.svelte';
import { TEXT as REPOSITORY_TEXT } from './ui/views/repositoryText';
import './ui/theme/index.css';

const target = document.getElementById('endpoint');
if (target === null) throw new Error('endpoint.html has no element #endpoint');
if (location.hash === '#pages') {
  document.title = TEXT.documentTitle;
  mount(FetchPage, { target, props: { run: new PageRun(createPageFetcher(), pageOpener) } });
} else if (location.hash === '#repository') {
  document.title = REPOSITORY_TEXT.documentTitle;
  const run = new RepositoryRun({
    lists: createPageFetcher(REPOSITORY_LIMITS.list),
    files: createPageFetcher(REPOSITORY_LIMITS.file),
    opener: repositoryOpener,
    pack: packFiles,
  });
  mount(RepositoryPage, { target, props: { run } });
} else {
  const run = new EndpointRun(
    createEndpoint(),
    endpointOpener,
    createStorage({ onsuperseded: () => undefined, onmaderoom: () => undefined }),
  );
  await run.load();
  mount(EndpointPage, { target, props: { run } });
}
