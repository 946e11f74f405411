/** Composition root of the network page: the only one that may connect to anything but its own files. It has one of two forms. */
import { mount } from 'svelte';
import { EndpointRun } from './app/summaries/endpointRun.svelte';
import { PageRun } from './app/urls/pageRun.svelte';
import { createEndpoint } from './platform/endpoint';
import { endpointOpener } from './platform/endpointWindow';
import { createPageFetcher } from './platform/pageFetcher';
import { pageOpener } from './platform/pageWindow';
import { createStorage } from './platform/storage';
import EndpointPage from './ui/views/EndpointPage.svelte';
import FetchPage from './ui/views/FetchPage.svelte';
import { TEXT } from './ui/views/fetchText';
import './ui/theme/index.css';

const target = document.getElementById('endpoint');
if (target === null) throw new Error('endpoint.html has no element #endpoint');
if (location.hash === '#pages') {
  document.title = TEXT.documentTitle;
  mount(FetchPage, { target, props: { run: new PageRun(createPageFetcher(), pageOpener) } });
} else {
  const run = new EndpointRun(
    createEndpoint(),
    endpointOpener,
    createStorage({ onsuperseded: () => undefined, onmaderoom: () => undefined }),
  );
  await run.load();
  mount(EndpointPage, { target, props: { run } });
}
