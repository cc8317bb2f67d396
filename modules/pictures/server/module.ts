import type { ServerModule } from '../../../server/module.ts';
import { pictureLookups } from './lookup.ts';

export const pictures: ServerModule = {
  name: 'pictures',
  lookups: pictureLookups,
  routes: () => ({}),
};
