/** The overview as metrics of the server. */
import { Gauge, type Registry } from 'prom-client';
import type { Overview } from '../../mappings/contract/overview.ts';
import { cachedLoader } from '../cache/cached-loader.ts';
import { EVERYTHING, measureOverview } from './collect.ts';
import { MEASURED_GAUGES, type Measure } from './measured-metrics.ts';
import type { OverviewPart, OverviewStores } from './part.ts';

/** The gauges of one scrape share one reading. */
const FRESH_MS = 5_000;

/** Reads the overview at every scrape. Series that cannot be read disappear. */
export function createOverviewMetrics(
  registry: Registry,
  stores: OverviewStores,
  parts: readonly OverviewPart[],
): void {
  const registers = [registry];
  const read = cachedLoader(async () => measureOverview(stores, parts, EVERYTHING), stores.clock);
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    set: (created: Gauge<Label>, overview: Overview, measures: readonly Measure[]) => void,
  ) => {
    const created: Gauge<Label> = new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        const { overview, measures } = await read(FRESH_MS);
        // `reset` would set a gauge without labels to 0.
        created.reset();
        if (labelNames.length === 0) created.remove({});
        set(created, overview, measures);
      },
    });
  };
  gauge(
    'sagasu_overview_part_read',
    '1 if the part of the overview could be read, else 0.',
    ['part'],
    (created, overview) => {
      for (const { name, unread } of overview.parts) created.set({ part: name }, unread === null ? 1 : 0);
    },
  );
  for (const { name, help, labels } of MEASURED_GAUGES) {
    gauge<string>(name, help, labels, (created, _overview, measures) => {
      for (const measure of measures) if (measure.gauge === name) created.set(measure.labels, measure.value);
    });
  }
  const labels = ['part', 'kind', 'state', 'board', 'name'] as const;
  gauge(
    'sagasu_overview_lines',
    'Lines of the overview: items, bytes or seconds, or 1 for a line without a number. State: ok, waiting, warning, error.',
    labels,
    (created, overview) => {
      for (const { part, line } of linesOf(overview)) created.inc(labelsOf(part, line), line.number ?? 1);
    },
  );
  gauge(
    'sagasu_overview_since_timestamp_seconds',
    'Unix time since which a line of the overview holds, or of its oldest item.',
    labels,
    (created, overview) => {
      for (const { part, line } of linesOf(overview))
        if (line.since !== null) created.set(labelsOf(part, line), Date.parse(line.since) / 1_000);
    },
  );
}

type Line = Overview['parts'][number]['lines'][number];

function linesOf({ parts }: Overview): readonly { readonly part: string; readonly line: Line }[] {
  return parts.flatMap(({ name, lines }) => lines.map((line) => ({ part: name, line })));
}

function labelsOf(part: string, { kind, state, board, name }: Line) {
  return { part, kind, state, board: board ?? '', name: name ?? '' };
}
