import type { WebModule } from '../../../web/src/lib/module.ts';
import './link-texts.ts';

export const similar = { name: 'similar', routes: [], staffRoutes: [] } as const satisfies WebModule;
