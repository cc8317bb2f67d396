import type { WebModule } from '../../../web/src/lib/module.ts';
import './link-texts.ts';

export const series = { name: 'series', routes: [], staffRoutes: [] } as const satisfies WebModule;
