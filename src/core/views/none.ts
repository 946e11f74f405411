import { EXCLUDED_MESSAGE } from '../compose/fileBlock';
import type { View } from './view';

/** Only the name: the model learns that the file exists and was left out. */
export const noneView: View = {
  mode: 'none',
  name: 'Name only',
  render: () => ({ kind: 'message', message: EXCLUDED_MESSAGE }),
};
