/** The low watermark of a cluster: Elasticsearch places no shard on a disk with less free space. */
import type { Elasticsearch } from '../../platform/elasticsearch.ts';

const DISK = 'cluster.routing.allocation.disk';
const LOW = `${DISK}.watermark.low`;

export interface Watermark {
  /** As in the settings: a used part (`85%`, `0.85`), or free space (`4gb`). */
  readonly low: string;
  /** The most free space that a part asks for, such as `200gb`; `-1` for no limit. */
  readonly headroom: string;
  /** False if Elasticsearch ignores the space of disks. */
  readonly isOn: boolean;
}

const DEFAULTS = { low: '85%', headroom: '200GB', isOn: 'true' } as const;

const UNITS = { b: 1, kb: 2 ** 10, mb: 2 ** 20, gb: 2 ** 30, tb: 2 ** 40, pb: 2 ** 50 } as const;

export async function readLowWatermark(
  client: Elasticsearch,
  options: { readonly requestTimeout: number },
): Promise<Watermark> {
  const settings = await client.cluster.getSettings(
    // A dot in a filter leads into an object, and flat names are none.
    { include_defaults: true, flat_settings: true, filter_path: '*.cluster*disk*' },
    options,
  );
  const valueOf = (name: string): string | undefined =>
    // Transient settings take precedence.
    [settings.transient, settings.persistent, settings.defaults]
      .map((values) => values?.[name] as string | undefined)
      .find((value) => value !== undefined);
  return {
    low: valueOf(LOW) ?? DEFAULTS.low,
    headroom: valueOf(`${LOW}.max_headroom`) ?? DEFAULTS.headroom,
    isOn: (valueOf(`${DISK}.threshold_enabled`) ?? DEFAULTS.isOn) === 'true',
  };
}

/** The bytes of a disk that shards must leave free. Pure. */
export function reservedOf({ low, headroom, isOn }: Watermark, diskBytes: number): number {
  if (!isOn) return 0;
  const bytes = bytesOf(low);
  if (bytes !== null) return bytes;
  const used = low.endsWith('%') ? Number(low.slice(0, -1)) / 100 : Number(low);
  return Math.min(diskBytes * (1 - used), bytesOf(headroom) ?? Infinity);
}

/** null for a part, and for `-1`. */
function bytesOf(written: string): number | null {
  const [, number, unit] = /^([\d.]+)(b|kb|mb|gb|tb|pb)$/i.exec(written) ?? [];
  return unit === undefined ? null : Number(number) * UNITS[unit.toLowerCase() as keyof typeof UNITS];
}
