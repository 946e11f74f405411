// Compiled from web/src by tsc. Left out of the context, as git leaves it out of the repository.
import { listHarbours } from './api.js';
await listHarbours();
