/** Composition root of the page that talks to an endpoint: the only one that may connect to anything but its own files. */
import { mount } from 'svelte';
import { EndpointRun } from './app/summaries/endpointRun.svelte';
import { createEndpoint } from './platform/endpoint';
import { endpointOpener } from './platform/endpointWindow';
import { createStorage } from './platform/storage';
import EndpointPage from './ui/views/EndpointPage.svelte';
import './ui/theme/index.css';

const run = new EndpointRun(
  createEndpoint(),
  endpointOpener,
  createStorage({ onsuperseded: () => undefined, onmaderoom: () => undefined }),
);
const target = document.getElementById('endpoint');
if (target === null) throw new Error('endpoint.html has no element #endpoint');
await run.load();
mount(EndpointPage, { target, props: { run } });
