/** The alerts and the dashboard of deploy/, in Debian's Prometheus. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import type { OverviewLine } from '../../mappings/contract/overview.ts';
import { SETTINGS } from '../../platform/settings.ts';
import { ALERT_RULES } from '../../server/alerts/rules.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const rules = read('deploy/alerts.yml');
const promtool = (folder: string, ...args: readonly string[]): string =>
  execFileSync('promtool', args, { cwd: folder, encoding: 'utf8' });

/** Its series before, during and after the fault. */
type Played = readonly [series: string, before: string, during: string, after: string];

/** Series with a value for each minute. `_` is a minute without a value. */
const FAULTS: Readonly<Record<string, readonly Played[]>> = {
  SagasuProcessDown: [['up{job="sagasu",instance="a"}', '1', '0', '1']],
  SagasuStoreDown: [['sagasu_store_up{store="Redis"}', '1', '0', '1']],
  SagasuElasticsearchRed: [['sagasu_elasticsearch_status{status="red"}', '0', '1', '0']],
  SagasuElasticsearchYellow: [['sagasu_elasticsearch_status{status="yellow"}', '0', '1', '0']],
  SagasuElasticsearchNodeLost: [['sagasu_elasticsearch_nodes', '3', '2', '3']],
  SagasuIndexLate: [['sagasu_index_lag_seconds{board="g"}', '0', '61', '0']],
  SagasuIndexWritesBlocked: [['sagasu_index_writes_blocked{reason="disk_full"}', '0', '1', '0']],
  SagasuIndexDrift: [['sagasu_drift_documents{board="g"}', '0', '1', '0']],
  SagasuDocumentsRefused: [['sagasu_quarantined_documents', '0', '1', '0']],
  SagasuIndexOutdated: [['sagasu_index_outdated_boards', '0', '1', '0']],
  SagasuSourceFailing: [['sagasu_source_failing_seconds{board="g",source="s"}', '0', '601', '0']],
  SagasuTaskFailed: [['sagasu_tasks{status="failed"}', '0', '1', '0']],
  SagasuDiskLow: [
    ['sagasu_disk_free_bytes{disk="d"}', '11', '9', '11'],
    ['sagasu_disk_size_bytes{disk="d"}', '100', '100', '100'],
  ],
  SagasuRedisMemory: [
    ['sagasu_redis_used_memory_bytes', '80', '91', '80'],
    ['sagasu_redis_max_memory_bytes', '100', '100', '100'],
  ],
  SagasuRedisNotPersistent: [['sagasu_redis_persistence_failed', '0', '1', '0']],
  SagasuBackupOld: [['sagasu_backup_age_seconds', '604800', '604801', '5']],
  SagasuBackupMissing: [
    ['sagasu_backup_age_seconds', '5', '_', '5'],
    ['sagasu_overview_part_read{part="backup"}', '1', '1', '1'],
  ],
  SagasuServerBusy: [['sagasu_queue_busy{queue="search"}', '0', '1', '0']],
  SagasuOverviewUnread: [['sagasu_overview_part_read{part="tasks"}', '1', '0', '1']],
};

/** The time of `for`, in minutes. */
function waitOf(alert: string): number {
  const [, block = ''] = rules.split(`alert: ${alert}\n`);
  const [, count = '0', unit = 'm'] = /^ +for: (\d+)([mhd])$/m.exec(block.split('- alert:')[0] ?? '') ?? [];
  return Number(count) * { m: 1, h: 60, d: 1_440 }[unit as 'm' | 'h' | 'd'];
}

/** The alert is silent, pending while `for` lasts, fires, and is silent again. */
function played(alert: string, series: readonly Played[]) {
  const wait = waitOf(alert);
  // A series without values is remembered for five minutes.
  const [before, during] = [20, wait + 20];
  const firing = `count(ALERTS{alertname="${alert}",alertstate="firing"})`;
  const at = (minute: number, fires: boolean) => ({
    expr: firing,
    eval_time: `${minute}m`,
    exp_samples: fires ? [{ labels: '{}', value: 1 }] : [],
  });
  return {
    name: alert,
    interval: '1m',
    input_series: series.map(([name, ...values]) => ({
      series: name,
      values: values.map((value, phase) => `${value}x${([before, during, 80][phase] ?? 0) - 1}`).join(' '),
    })),
    promql_expr_test: [
      at(before - 1, false),
      ...(wait > 1 ? [at(before + wait - 1, false)] : []),
      // promtool shortens a row of missing values by one.
      at(before + during - 2, true),
      at(before + during + 75, false),
    ],
  };
}

test('every alert fires after its time, and clears', { timeout: 600_000 }, () => {
  const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
  expect(Object.keys(FAULTS).toSorted()).toEqual(alerts.toSorted());
  const folder = mkdtempSync(join(tmpdir(), 'sagasu-promtool-'));
  writeFileSync(join(folder, 'alerts.yml'), rules);
  const tests = Object.entries(FAULTS).map(([alert, series]) => played(alert, series));
  // JSON is YAML.
  writeFileSync(
    join(folder, 'tests.yml'),
    JSON.stringify({ rule_files: ['alerts.yml'], evaluation_interval: '1m', tests }),
  );
  expect(promtool(folder, 'test', 'rules', 'tests.yml')).toContain('SUCCESS');
  rmSync(folder, { recursive: true });
});

test('Prometheus accepts the example of its configuration', () => {
  expect(promtool(join(ROOT, 'deploy'), 'check', 'config', 'prometheus.yml')).toContain('19 rules found');
});

interface WrittenRule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly action: string };
}

/** The condition of each alert that servers send: in Prometheus, and as the lines of the overview. */
const CONDITIONS: Readonly<
  Record<string, readonly [expr: string, kinds: readonly string[], state?: 'error' | 'warning']>
> = {
  SagasuStoreDown: ['min by (store) (sagasu_store_up) == 0', ['stores.down']],
  SagasuProcessDown: ['up{job="sagasu"} == 0', ['processes.gone']],
  SagasuElasticsearchRed: ['max(sagasu_elasticsearch_status{status="red"}) == 1', ['stores.shards'], 'error'],
  SagasuIndexWritesBlocked: ['max by (reason) (sagasu_index_writes_blocked) == 1', ['index.blocked']],
  SagasuIndexLate: ['max by (board) (sagasu_index_lag_seconds) > 60', ['index.late']],
  SagasuIndexDrift: ['max by (board) (sagasu_drift_documents) > 0', ['index.drift']],
  SagasuSourceFailing: [
    'max by (board, source) (sagasu_source_failing_seconds) > 600',
    ['sources.failing', 'sources.files-failing'],
  ],
  SagasuTaskFailed: ['max(sagasu_tasks{status="failed"}) > 0', ['tasks.failed', 'tasks.failed-archive']],
  SagasuDiskLow: ['min by (disk) (sagasu_disk_free_bytes / sagasu_disk_size_bytes) < 0.1', ['disks.low']],
  SagasuBackupOld: ['min(sagasu_backup_age_seconds) > 7 * 86400', ['backup.last'], 'warning'],
  SagasuBackupMissing: [
    'absent(sagasu_backup_age_seconds) and on () max(sagasu_overview_part_read{part="backup"}) == 1',
    ['backup.none'],
  ],
};
/** It holds for every line. */
const OF_ALL_LINES = 'SagasuOverviewUnread';

test('an alert has the same condition in Prometheus and in servers', () => {
  const { groups } = parse(rules) as { readonly groups: readonly { readonly rules: readonly WrittenRule[] }[] };
  const written = new Map(groups.flatMap((group) => group.rules.map((rule) => [rule.alert, rule.expr])));
  expect([...Object.keys(CONDITIONS), OF_ALL_LINES].toSorted()).toEqual(ALERT_RULES.map(({ name }) => name).toSorted());
  const kinds = Object.values(CONDITIONS).flatMap(([, ofAlert]) => ofAlert);
  for (const { name, holds } of ALERT_RULES) {
    if (name === OF_ALL_LINES) continue;
    const [expr, own, state = 'error'] = CONDITIONS[name] ?? ['', []];
    expect([name, written.get(name)]).toEqual([name, expr]);
    const holding = kinds.filter((kind) => holds({ kind, state } as OverviewLine));
    expect([name, holding]).toEqual([name, own]);
  }
});

test('the alerts that servers send have the severity, waiting time, limit and advice of those of Prometheus', () => {
  const { groups } = parse(rules) as { readonly groups: readonly { readonly rules: readonly WrittenRule[] }[] };
  const written = new Map(groups.flatMap((group) => group.rules.map((rule) => [rule.alert, rule])));
  const limits: Readonly<Record<string, string>> = {
    SagasuIndexLate: `> ${SETTINGS.overviewLagSeconds.fallback}`,
    SagasuDiskLow: `< ${Number(SETTINGS.overviewFreePercent.fallback) / 100}`,
    SagasuBackupOld: `> ${SETTINGS.overviewBackupDays.fallback} * 86400`,
  };
  expect(ALERT_RULES.length).toBeGreaterThanOrEqual(10);
  for (const { name, severity, action, waitMinutes, isSinceKnown } of ALERT_RULES) {
    const { expr = '', labels, annotations } = written.get(name) ?? {};
    expect([name, labels?.severity, annotations?.action]).toEqual([name, severity, action]);
    expect(expr).toContain(limits[name] ?? '');
    if (isSinceKnown === true) expect(expr).toContain(`> ${waitMinutes * 60}`);
    else expect([name, waitOf(name)]).toEqual([name, waitMinutes]);
  }
});

const named = (text: string) =>
  [...text.matchAll(/\bsagasu_[a-z_]+/g)].map(([name]) => name.replace(/(_seconds)_(?:bucket|count|sum)$/, '$1'));

test('alerts and dashboard name metrics that exist', () => {
  const documented = [...read('docs/operations/monitor.md').matchAll(/^\| `(sagasu_[a-z_]+)/gm)].map(
    ([, name = '']) => name,
  );
  const { panels } = JSON.parse(read('deploy/grafana.json')) as { panels: { targets?: { expr: string }[] }[] };
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const found = new Set([...named(rules), ...queries.flatMap(named)]);
  expect(found.size).toBeGreaterThan(30);
  expect([...found].filter((name) => !documented.includes(name))).toEqual([]);
});
