import { expose } from 'comlink';
import type { PagesApi } from './contract';
import { pagesApi } from './pagesApi';

expose(pagesApi satisfies PagesApi);
