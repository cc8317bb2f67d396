import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { OverTime } from '../../../web/src/features/statistics/over-time.tsx';

const spanOf = (year: number, posts: number) => ({
  start: `${year}-01-01T00:00:00.000Z`,
  end: `${year + 1}-01-01T00:00:00.000Z`,
  posts,
  images: 0,
});
const draw = (...spans: ReturnType<typeof spanOf>[]) =>
  renderToStaticMarkup(<OverTime board="tech" overTime={{ interval: 'year', spans }} />);

test('the statistics of a board link to its last two years with posts, side by side', () => {
  const markup = draw(spanOf(2021, 3), spanOf(2022, 5), spanOf(2023, 0), spanOf(2024, 1));
  expect(markup).toContain('/statistics?board=tech&amp;year=2022&amp;with=tech&amp;with_year=2024#compare');
  expect(markup).toContain('2022 and 2024 side by side');
});

test('a board with posts of one year has no link to compare years', () => {
  expect(draw(spanOf(2023, 0), spanOf(2024, 7))).not.toContain('#compare');
});
