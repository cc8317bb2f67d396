/** The modules' measures, each on its own line. They use no stores. To remove a module, delete its lines here and its folder. */
import { measureDumpClient } from '../../modules/contributions/test/bench/dump-client.ts';

export const MODULE_MEASURES = {
  'dump-client': measureDumpClient,
} as const;

export const MODULE_MEASURE_NAMES = Object.keys(MODULE_MEASURES) as (keyof typeof MODULE_MEASURES)[];
