import { expect, test } from 'vitest';
import { DUMP_STATES, dumpStateOf, mayMove, type DumpActor, type DumpState } from '../../../format/states.ts';

const ALL = Object.keys(DUMP_STATES) as DumpState[];
const ACTORS: readonly DumpActor[] = ['door', 'service', 'site', 'moderator'];

test('the states have the numbers of AniDB, and two of ours', () => {
  expect(DUMP_STATES).toEqual({
    new: 0,
    used: 11,
    deprecated: 13,
    unseen: 21,
    candidate: 23,
    codec: 31,
    stalled: 33,
    failed_xml: 41,
    failed_db: 43,
    failed: 45,
    incoherent: 47,
    reset: 83,
    smitten: 91,
    forgotten: 93,
    exception: -11,
  });
  for (const state of ALL) expect(dumpStateOf(DUMP_STATES[state])).toBe(state);
  expect(() => dumpStateOf(12)).toThrow('no state of dumps has the number 12');
});

test.each<[DumpActor, DumpState | null, readonly DumpState[]]>([
  ['door', null, ['new', 'failed_xml', 'failed_db', 'exception']],
  ['service', 'new', ['used', 'unseen', 'candidate', 'stalled', 'incoherent', 'codec', 'failed']],
  ['service', 'used', ['deprecated']],
  ['service', 'stalled', ['new']],
  ['service', 'reset', ['new']],
  ['service', 'codec', ['new']],
  ['service', 'failed', ['new']],
  ['moderator', 'new', ['smitten']],
  ['moderator', 'used', ['reset', 'smitten']],
  ['moderator', 'candidate', ['reset', 'smitten']],
  ['moderator', 'smitten', ['reset', 'forgotten']],
  ['moderator', 'forgotten', ['smitten']],
])('%s may change %s to %j', (actor, from, allowed) => {
  expect(ALL.filter((to) => mayMove(actor, from, to))).toEqual(ALL.filter((to) => allowed.includes(to)));
});

test('only the service makes a dump used, and only of a new one', () => {
  const ways = ACTORS.flatMap((actor) =>
    [null, ...ALL].flatMap((from) => (mayMove(actor, from, 'used') ? [[actor, from]] : [])),
  );
  expect(ways).toEqual([['service', 'new']]);
});

test('removing a file makes mapped dumps new, except smitten, forgotten and invalid ones', () => {
  const kept = ALL.filter((state) => !mayMove('site', state, 'new'));
  expect(kept.toSorted()).toEqual(['exception', 'failed_db', 'failed_xml', 'forgotten', 'new', 'smitten']);
});

test('no actor can change an invalid dump', () => {
  for (const actor of ACTORS) {
    for (const to of ALL) expect(mayMove(actor, 'failed_xml', to)).toBe(false);
  }
});

test.each<readonly [string, readonly (readonly [DumpActor, DumpState])[]]>([
  [
    'unlock',
    [
      ['service', 'used'],
      ['moderator', 'reset'],
      ['service', 'new'],
      ['service', 'used'],
    ],
  ],
  [
    'a newer version',
    [
      ['service', 'used'],
      ['service', 'deprecated'],
    ],
  ],
  [
    'a pending change',
    [
      ['service', 'stalled'],
      ['service', 'new'],
      ['service', 'used'],
    ],
  ],
  [
    'a candidate after the used dump was smitten',
    [
      ['service', 'candidate'],
      ['moderator', 'reset'],
      ['service', 'new'],
      ['service', 'used'],
    ],
  ],
  [
    'a file that is removed and returns',
    [
      ['service', 'used'],
      ['site', 'new'],
      ['service', 'used'],
    ],
  ],
])('the life of a dump: %s', (_name, steps) => {
  let state: DumpState = 'new';
  for (const [actor, to] of steps) {
    expect(mayMove(actor, state, to), `${actor}: ${state} to ${to}`).toBe(true);
    state = to;
  }
});
