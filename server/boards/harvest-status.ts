import type { Redis } from 'ioredis';
import { Value } from 'typebox/value';
import { BoardHarvest } from '../../mappings/contract/admin.ts';
import { harvestStatusKey } from '../../mappings/harvest-status.ts';

export interface HarvestOptions {
  readonly redis: Redis;
  readonly queuePrefix: string;
}

/**
 * The last status that scrapers wrote to Redis, by board name. Boards without one are left out, and so are those whose
 * status a scraper of another version wrote in another form. Empty while Redis is away.
 */
export async function readHarvestStatus(
  { redis, queuePrefix }: HarvestOptions,
  boards: readonly string[],
): Promise<ReadonlyMap<string, BoardHarvest>> {
  if (boards.length === 0) return new Map();
  const texts = await redis.mget(boards.map((board) => harvestStatusKey(queuePrefix, board))).catch(() => []);
  return new Map(
    boards.flatMap((board, index): [string, BoardHarvest][] => {
      const harvest = parseHarvest(texts[index] ?? null);
      return harvest === null ? [] : [[board, harvest]];
    }),
  );
}

function parseHarvest(text: string | null): BoardHarvest | null {
  if (text === null) return null;
  try {
    const harvest: unknown = JSON.parse(text);
    return Value.Check(BoardHarvest, harvest) ? harvest : null;
  } catch {
    return null;
  }
}
