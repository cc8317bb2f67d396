/** The measures of modules. To remove a module, delete its lines here and its folder. */
import { measureCable } from '../../modules/cable/test/bench/cable.ts';
import { measureDumpClient } from '../../modules/contributions/test/bench/dump-client.ts';
import { writeAsagiDump } from '../../modules/imports/test/bench/asagi-dump.ts';
import { measureImport } from '../../modules/imports/test/bench/import.ts';
import type { World } from '../support/world.ts';
import type { Measure } from './measure.ts';

interface WorldOptions {
  readonly posts: number;
  readonly profile: string | undefined;
  readonly say: (line: string) => void;
}

/** Without stores. */
export const MODULE_MEASURES: Readonly<
  Record<string, (rounds: number, say: (line: string) => void) => Promise<readonly Measure[]>>
> = {
  'dump-client': measureDumpClient,
};

/** Each in a world of its own. */
export const WORLD_MEASURES: Readonly<
  Record<string, (world: World, options: WorldOptions) => Promise<readonly Measure[]>>
> = {
  cable: measureCable,
  import: measureImport,
};

/** Writes the dump that the large run imports. */
export const WRITE_DUMP = writeAsagiDump;
