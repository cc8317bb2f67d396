import { formatCount } from '../../lib/format.ts';
import { formatWeekday } from '../../lib/format-details.ts';
import { t } from './texts.ts';

/** Size of a cell in units of the SVG. */
const CELL = 10;
const GAP = 1;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** `week` holds posts by weekday, Monday first, and hour. */
export function WeekHours({ week }: { readonly week: readonly (readonly number[])[] }) {
  const most = Math.max(...week.flat(), 1);
  const day = week.findIndex((hours) => hours.includes(most));
  const summary = t('statistics.week-summary', {
    day: formatWeekday(Math.max(day, 0), 'long'),
    hour: clock(Math.max(week[day]?.indexOf(most) ?? 0, 0)),
    posts: most,
  });
  return (
    <section aria-labelledby="week">
      <h3 id="week">{t('statistics.week')}</h3>
      <figure className="week-hours">
        <div className="week-days" aria-hidden="true">
          {week.map((_, weekday) => (
            <span key={formatWeekday(weekday, 'short')}>{formatWeekday(weekday, 'short')}</span>
          ))}
        </div>
        <svg viewBox={`0 0 ${24 * CELL} ${7 * CELL}`} preserveAspectRatio="none" role="img" aria-label={summary}>
          {week.map((hours, weekday) =>
            hours.map((posts, hour) => (
              <rect
                // oxlint-disable-next-line react/no-array-index-key -- the position identifies the hour
                key={`${weekday}-${hour}`}
                className="week-hour"
                x={hour * CELL + GAP / 2}
                y={weekday * CELL + GAP / 2}
                width={CELL - GAP}
                height={CELL - GAP}
                style={{ ['--heat' as string]: `${shade(posts, most)}%` }}
              >
                <title>
                  {t('statistics.hour-cell', { day: formatWeekday(weekday, 'long'), hour: clock(hour), posts })}
                </title>
              </rect>
            )),
          )}
        </svg>
        <div className="week-clock" aria-hidden="true">
          {HOURS.filter((hour) => hour % 6 === 0).map((hour) => (
            <span key={hour}>{clock(hour)}</span>
          ))}
        </div>
        <figcaption className="quiet">{summary}</figcaption>
      </figure>
      <details className="statistics-table">
        <summary>
          {t('statistics.table')}
          <span className="visually-hidden">: {t('statistics.week')}</span>
        </summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, which must also work with the keyboard */}
        <section className="statistics-wide" tabIndex={0} aria-label={t('statistics.week')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('statistics.hour')}</th>
                {week.map((_, weekday) => (
                  <th scope="col" key={formatWeekday(weekday, 'short')}>
                    {formatWeekday(weekday, 'short')}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {HOURS.map((hour) => (
                <tr key={hour}>
                  <th scope="row">{clock(hour)}</th>
                  {week.map((hours, weekday) => (
                    <td key={formatWeekday(weekday, 'short')}>{formatCount(hours[hour] ?? 0)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </section>
  );
}

/** Percentage of the accent colour. Above zero at least 12; a square root makes differences between quiet hours visible. */
function shade(posts: number, most: number): number {
  return posts === 0 ? 0 : Math.round(12 + 88 * Math.sqrt(posts / most));
}

function clock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
