interface SparklineProps {
  readonly counts: readonly number[];
  readonly label: string;
}

const HEIGHT = 20;
const STEP = 3;

/** How much was written in each step: bars of the text's own colour, each board against its own highest. */
export function Sparkline({ counts, label }: SparklineProps) {
  const most = Math.max(...counts, 1);
  return (
    <svg className="sparkline" viewBox={`0 0 ${counts.length * STEP} ${HEIGHT}`} role="img" aria-label={label}>
      <title>{label}</title>
      <path d={counts.map((count, place) => bar(place, count / most)).join('')} />
    </svg>
  );
}

/** What there is at all is seen. */
function bar(place: number, share: number): string {
  if (share === 0) return '';
  const height = Math.max(share * HEIGHT, 1.5);
  return `M${place * STEP} ${HEIGHT}v-${height.toFixed(1)}h${STEP - 1}V${HEIGHT}z`;
}
