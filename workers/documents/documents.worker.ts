import { expose } from 'comlink';
import type { DocumentsApi } from './contract';
import { createDocumentsApi } from './documentsApi';

expose(createDocumentsApi() satisfies DocumentsApi);
