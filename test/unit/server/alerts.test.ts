import { describe, expect, test } from 'vitest';
import type { Overview, OverviewLine } from '../../../mappings/contract/overview.ts';
import { nextAlerts, type Alert } from '../../../server/alerts/alerts.ts';
import { conditionsOf } from '../../../server/alerts/conditions.ts';
import { toJson, toText } from '../../../server/alerts/message.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, minutes * 60));

function line(given: Partial<OverviewLine> & Pick<OverviewLine, 'kind' | 'state'>): OverviewLine {
  const absent = { board: null, number: null, name: null, since: null, reason: null, detail: null, href: null };
  return { ...absent, unit: 'items', text: given.kind, ...given };
}

const REDIS_DOWN = line({
  kind: 'stores.down',
  state: 'error',
  name: 'Redis',
  text: 'Redis cannot be reached',
  detail: 'refused',
});
const REDIS_UP = line({ kind: 'stores.up', state: 'ok', name: 'Redis' });

function overview(parts: Readonly<Record<string, readonly OverviewLine[] | string>>): Overview {
  return {
    at: at(0).toISOString(),
    parts: Object.entries(parts).map(([name, lines]) =>
      typeof lines === 'string' ? { name, unread: lines, lines: [] } : { name, unread: null, lines: [...lines] },
    ),
  };
}

/** Returns the changes of each minute as `+name` (fires), `*name` (repeated) and `-name` (resolved). */
function play(minutes: Readonly<Record<number, Overview>>): string[] {
  let alerts: readonly Alert[] = [];
  const readings = Object.entries(minutes).toSorted(([one], [other]) => Number(one) - Number(other));
  return readings.flatMap(([minute, reading]) => {
    const next = nextAlerts(
      alerts,
      conditionsOf(reading, () => ({})),
      at(Number(minute)),
    );
    ({ alerts } = next);
    return next.changes.map(({ status, isRepeated, alert }) => {
      return `${minute}${status === 'resolved' ? '-' : isRepeated ? '*' : '+'}${alert.name}`;
    });
  });
}

const down = overview({ stores: [REDIS_DOWN] });
const up = overview({ stores: [REDIS_UP] });

describe('an alert', () => {
  test('fires once after its waiting time, and is resolved once', () => {
    expect(play({ 0: down, 1: down, 2: down, 5: up, 6: up, 7: up, 8: up })).toEqual([
      '1+SagasuStoreDown',
      '7-SagasuStoreDown',
    ]);
  });

  test('is silent about a fault that is shorter than its waiting time', () => {
    expect(play({ 0: down, 0.5: up, 1: down, 1.5: up, 4: up })).toEqual([]);
  });

  test('fires once while its condition comes and goes', () => {
    expect(play({ 0: down, 1: down, 2: up, 3: down, 4: up, 5: down, 6: up, 7: up, 8: up })).toEqual([
      '1+SagasuStoreDown',
      '8-SagasuStoreDown',
    ]);
  });

  test('is repeated after a day', () => {
    expect(play({ 0: down, 1: down, 1440: down, 1441: down, 1442: down, 2881: down })).toEqual([
      '1+SagasuStoreDown',
      '1441*SagasuStoreDown',
      '2881*SagasuStoreDown',
    ]);
  });

  test('neither fires nor is resolved while its part cannot be read', () => {
    const failed = overview({ tasks: [line({ kind: 'tasks.failed', state: 'error', name: 'backup', board: 'g' })] });
    const unread = overview({
      stores: [line({ kind: 'stores.down', state: 'error', name: 'PostgreSQL' })],
      tasks: 'away',
    });
    const none = overview({ tasks: [] });
    expect(play({ 0: failed, 1: unread, 30: unread, 31: none, 32: none, 33: none })).toEqual([
      '0+SagasuTaskFailed',
      '30+SagasuStoreDown',
      '33-SagasuStoreDown',
      '33-SagasuTaskFailed',
    ]);
  });

  test('about an unread part fires only while all stores are there', () => {
    expect(play({ 0: overview({ tasks: 'locked' }), 5: overview({ tasks: 'locked' }) })).toEqual([
      '5+SagasuOverviewUnread',
    ]);
  });

  test('about a source counts from the first failure', () => {
    const since = at(0).toISOString();
    const failing = overview({
      sources: [line({ kind: 'sources.failing', state: 'error', name: 'a.example', since })],
    });
    expect(play({ 8: failing, 9: failing, 10: failing })).toEqual(['10+SagasuSourceFailing']);
  });
});

const SENDER = { archive: 'https://archive.example', server: 'one' };

function messageOf(count: number) {
  const alert: Alert = {
    key: 'k',
    name: 'SagasuStoreDown',
    path: '/admin/queues',
    goneAt: null,
    summary: 'Redis cannot\nbe reached',
    detail: 'refused',
    since: at(0).toISOString(),
    noticedAt: at(0).toISOString(),
    sentAt: at(1).toISOString(),
  };
  const change = { status: 'firing', isRepeated: false, alert } as const;
  return { id: 'msg_1', at: at(1).toISOString(), changes: Array.from({ length: count }, () => change) };
}

test('a mail has one line as its subject, since when, the meaning, the advice and the page', () => {
  const { subject, text } = toText(messageOf(1), SENDER);
  expect(subject).toBe('[archive.example] Alert: Redis cannot be reached');
  expect(text).toContain('SagasuStoreDown, critical, since 2026-01-01 00:00 UTC.');
  expect(text).toContain('What to do: Start it again.');
  expect(text).toContain('Page: https://archive.example/admin/queues');
});

test('a message has at most fifty alerts, and the number of the others', () => {
  const body = JSON.parse(toJson(messageOf(70), SENDER)) as { data: { alerts: unknown[]; left_out: number } };
  expect([body.data.alerts.length, body.data.left_out]).toEqual([50, 20]);
  expect(toText(messageOf(70), SENDER).subject).toBe('[archive.example] 70 alerts');
});
