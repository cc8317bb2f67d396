import type { Redis } from 'ioredis';
import { Value } from 'typebox/value';
import { harvestStatusKey } from '../../../mappings/harvest-status.ts';
import { BoardHarvest } from '../../../mappings/contract/admin.ts';

export interface HarvestOptions {
  readonly redis: Redis | null;
  readonly queuePrefix: string;
}

/** What scrapers last said of these boards, by name. Empty while Redis is away: the page shows the rest. */
export async function readHarvestStatus(
  { redis, queuePrefix }: HarvestOptions,
  boards: readonly string[],
): Promise<ReadonlyMap<string, BoardHarvest>> {
  if (redis === null || boards.length === 0) return new Map();
  const texts = await redis.mget(boards.map((board) => harvestStatusKey(queuePrefix, board))).catch(() => []);
  return new Map(
    boards.flatMap((board, index): [string, BoardHarvest][] => {
      const harvest = parse(texts[index] ?? null);
      return harvest === null ? [] : [[board, harvest]];
    }),
  );
}

/** A scraper of another version may say it otherwise. */
function parse(text: string | null): BoardHarvest | null {
  if (text === null) return null;
  try {
    const harvest: unknown = JSON.parse(text);
    return Value.Check(BoardHarvest, harvest) ? harvest : null;
  } catch {
    return null;
  }
}
