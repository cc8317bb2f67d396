import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, test } from 'vitest';
import { PARTIAL_REASON_NAMES } from '../../mappings/contract/partial.ts';
import { PartialNotice } from '../../web/src/components/partial-notice.tsx';
import { setLanguage } from '../../web/src/lib/messages.ts';

afterAll(async () => setLanguage('en'));

const draw = (reason: (typeof PARTIAL_REASON_NAMES)[number]) =>
  renderToStaticMarkup(<PartialNotice reasons={[{ reason, boards: ['g', 'ck'] }]} />);

test.each([
  ['en', 'took too long', '/g/ /ck/'],
  ['de', 'zu lange gedauert', '/g/ /ck/'],
  ['ja', '時間がかかりすぎた', '/g/ /ck/'],
] as const)(
  'a partial answer states the reason in %s, with the boards and what to add',
  async (language, why, boards) => {
    await setLanguage(language);
    expect(draw('timed_out')).toContain(why);
    expect(draw('timed_out')).toContain('board:g');
    expect(draw('timed_out')).toContain('after:2024-01');
    expect(draw('board_missing')).toContain(boards);
    expect(draw('board_refilling')).toContain(boards);
    expect(new Set(PARTIAL_REASON_NAMES.map(draw)).size).toBe(PARTIAL_REASON_NAMES.length);
  },
);

test('a complete answer has no notice', () => {
  expect(renderToStaticMarkup(<PartialNotice reasons={[]} />)).toBe('');
});
