import { useEffect, useEffectEvent, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { TimelineBucket } from '../../../../../mappings/contract/facets.ts';
import { useTheme } from '../../../lib/display-preferences.ts';
import { formatUtc } from '../../../lib/format-details.ts';

interface TimelineChartProps {
  readonly buckets: readonly TimelineBucket[];
  readonly onRange: (from: TimelineBucket, to: TimelineBucket) => void;
}

const HEIGHT = 96;
/** On a phone the hits come first. */
const NARROW_HEIGHT = 72;
const NARROW = '(max-width: 40rem)';
/** A click selects a range of one bar. */
const SMALLEST_DRAG = 3;

/** A bar chart with uPlot; a drag or a click selects bars. Loaded only if there is data. */
export function TimelineChart(props: TimelineChartProps) {
  // A canvas does not follow the theme, so the chart is recreated.
  return <Bars key={useTheme()} {...props} />;
}

function Bars({ buckets, onRange }: TimelineChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const choose = useEffectEvent(onRange);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const draw = () =>
      new UPlot(
        optionsFor(element, buckets, (from, to) => choose(from, to)),
        dataOf(buckets),
        element,
      );
    let chart = draw();
    const resized = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: heightNow() }));
    resized.observe(element);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const again = () => {
      chart.destroy();
      chart = draw();
    };
    dark.addEventListener('change', again);
    return () => {
      dark.removeEventListener('change', again);
      resized.disconnect();
      chart.destroy();
    };
  }, [buckets]);
  return <div ref={place} />;
}

function dataOf(buckets: readonly TimelineBucket[]): UPlot.AlignedData {
  return [buckets.map(({ start }) => Date.parse(start) / 1000), buckets.map(({ count }) => count)];
}

function optionsFor(
  element: HTMLElement,
  buckets: readonly TimelineBucket[],
  onRange: TimelineChartProps['onRange'],
): UPlot.Options {
  const styles = getComputedStyle(element);
  const colour = (name: string) => resolve(element, styles.getPropertyValue(name));
  const bars = UPlot.paths.bars;
  if (bars === undefined) throw new TypeError('this build of uPlot draws no bars');
  const end = buckets.at(-1)?.end;
  return {
    width: element.clientWidth,
    height: heightNow(),
    legend: { show: false },
    // Dates in UTC, as in queries.
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'UTC'),
    scales: {
      x: { range: (_, from, to) => [from, end === undefined ? to : Date.parse(end) / 1000] },
      y: { range: (_, __, most) => [0, Math.max(most, 1)] },
    },
    axes: [
      {
        stroke: colour('--ink-quiet'),
        font: `12px ${styles.fontFamily}`,
        // As high as its labels.
        size: (_, names) => ((names ?? []).some((name) => name.includes('\n')) ? 38 : 24),
        gap: 2,
        space: TICK_ROOM,
        // A label begins at its tick, as its bar does.
        // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the package declares its constants, and does not export them
        align: 1,
        incrs: incrementsFrom(buckets),
        values: (chart, splits, __, ___, step) => tickNames(splits, step, chart),
        grid: { show: false },
        ticks: { stroke: colour('--line'), size: 4 },
      },
      { show: false },
    ],
    cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false } },
    series: [
      {},
      { fill: colour('--accent'), width: 0, points: { show: false }, paths: bars({ size: [0.9, 64], align: 1 }) },
    ],
    hooks: {
      setSelect: [
        (chart) => {
          const { left, width } = chart.select;
          if (width < SMALLEST_DRAG) return;
          choose(chart, left, left + width);
        },
      ],
      ready: [
        (chart) => {
          dragByTouch(chart);
          chart.over.addEventListener('click', () => {
            if (chart.select.width < SMALLEST_DRAG && chart.cursor.left !== undefined && chart.cursor.left >= 0)
              choose(chart, chart.cursor.left, chart.cursor.left);
          });
        },
      ],
    },
  };

  function choose(chart: UPlot, left: number, right: number): void {
    const at = (x: number) => bucketAt(buckets, chart.posToVal(x, 'x') * 1000);
    const from = at(left);
    const to = at(right);
    if (from !== undefined && to !== undefined) onRange(from, to);
  }
}

/** uPlot drags by mouse only. Vertical touches scroll the page (refine.css). */
function dragByTouch(chart: UPlot): void {
  const { over } = chart;
  const placeOf = (event: PointerEvent) => event.clientX - over.getBoundingClientRect().left;
  let begin: number | null = null;
  const select = (event: PointerEvent) => {
    if (begin === null) return null;
    const end = Math.max(0, Math.min(placeOf(event), over.clientWidth));
    return { left: Math.min(begin, end), width: Math.abs(end - begin), top: 0, height: over.clientHeight };
  };
  over.addEventListener('pointerdown', (event) => {
    begin = event.pointerType === 'mouse' ? null : placeOf(event);
  });
  over.addEventListener('pointermove', (event) => {
    const range = select(event);
    if (range !== null) chart.setSelect(range, false);
  });
  over.addEventListener('pointerup', (event) => {
    const range = select(event);
    begin = null;
    if (range !== null && range.width >= SMALLEST_DRAG) chart.setSelect(range);
  });
  over.addEventListener('pointercancel', () => {
    begin = null;
    chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  });
}

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];
/** Distances of ticks in seconds. Those of 30 and 365 days follow the calendar. */
const INCREMENTS = [
  ...[1, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 3, 7, 14].map((count) => count * DAY),
  ...[1, 2, 3, 6].map((count) => count * 30 * DAY),
  ...[1, 2, 5, 10, 20, 50, 100].map((count) => count * 365 * DAY),
];
/** Width of a label in pixels. */
const TICK_ROOM = 90;

/** Ticks closer than the bars would repeat a label. */
function incrementsFrom(buckets: readonly TimelineBucket[]): number[] {
  const [first] = buckets;
  const length = first === undefined ? 0 : (Date.parse(first.end) - Date.parse(first.start)) / 1000;
  const wide = INCREMENTS.filter((increment) => increment * 1.04 >= length);
  return wide.length > 0 ? wide : INCREMENTS.slice(-1);
}

/** Below a time is its day, below a day or month its year: at the first tick and where it changes. A label that would be cut is left out. */
function tickNames(splits: readonly number[], step: number, chart: UPlot): string[] {
  const [precision, context] = precisionOf(step);
  let shown = '';
  return splits.map((seconds) => {
    const left = chart.valToPos(seconds, 'x');
    if (left < -1 || left > chart.over.clientWidth - TICK_ROOM / 2) return '';
    const name = formatUtc(seconds * 1000, precision);
    const around = context === null ? '' : formatUtc(seconds * 1000, context);
    if (around === shown) return name;
    shown = around;
    return `${name}\n${around}`;
  });
}

function precisionOf(
  step: number,
): readonly ['year', null] | readonly ['monthName' | 'day', 'year'] | readonly ['minute', 'date'] {
  if (step >= 360 * DAY) return ['year', null];
  if (step >= 28 * DAY) return ['monthName', 'year'];
  return step >= DAY ? ['day', 'year'] : ['minute', 'date'];
}

/** The bucket that contains a time, or the nearest one. */
function bucketAt(buckets: readonly TimelineBucket[], time: number): TimelineBucket | undefined {
  return buckets.findLast(({ start }) => Date.parse(start) <= time) ?? buckets[0];
}

/** A canvas cannot use light-dark(), so the browser resolves the colour. */
function resolve(element: HTMLElement, value: string): string {
  const probe = document.createElement('span');
  probe.style.color = value;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function heightNow(): number {
  return matchMedia(NARROW).matches ? NARROW_HEIGHT : HEIGHT;
}
