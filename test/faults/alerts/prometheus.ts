/** Debian's Prometheus with the rules of deploy/, which reads the metrics of processes on this machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../support/archive.ts';
import { freePort } from '../../support/ports.ts';

const RULES = fileURLToPath(new URL('../../../deploy/alerts.yml', import.meta.url));
/** The times of `for` are divided by it: an hour becomes five minutes. */
const FACTOR = 12;
/** A source counts as dead after this time, in seconds. */
const SOURCE_SECONDS = 600;
const SECONDS = { m: 60, h: 3_600, d: 86_400 } as const;
/** No shortened time is longer: a day would become two hours. */
const LONGEST_SECONDS = 60;
/** Longer than a scrape that a busy machine misses. */
const SHORTEST_SECONDS = 15;

export interface Prometheus {
  /** Names of the alerts that fire. */
  firing(): Promise<string[]>;
  /** True if the query has a series now. */
  hasSeries(query: string): Promise<boolean>;
  stop(): Promise<void>;
}

/** The names of the alerts of deploy/. */
export async function alertNames(): Promise<readonly string[]> {
  return [...(await readFile(RULES, 'utf8')).matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = '']) => name);
}

/** The rules of deploy/ with shorter times. */
function shortened(rules: string): string {
  return rules
    .replaceAll(
      /^( +for: )(\d+)([mhd])$/gm,
      (_, start: string, count: string, unit: keyof typeof SECONDS) =>
        `${start}${Math.min(LONGEST_SECONDS, Math.max(SHORTEST_SECONDS, Math.ceil((Number(count) * SECONDS[unit]) / FACTOR)))}s`,
    )
    .replace(`(sagasu_source_failing_seconds) > ${SOURCE_SECONDS}`, (expression) =>
      expression.replace(String(SOURCE_SECONDS), String(SOURCE_SECONDS / FACTOR)),
    );
}

export async function startPrometheus(targets: readonly string[]): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'sagasu-prometheus-'));
  await writeFile(join(folder, 'alerts.yml'), shortened(await readFile(RULES, 'utf8')));
  // JSON is YAML.
  const config = {
    global: { scrape_interval: '5s', scrape_timeout: '5s', evaluation_interval: '1s' },
    rule_files: ['alerts.yml'],
    scrape_configs: [{ job_name: 'sagasu', static_configs: [{ targets }] }],
  };
  await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const address = `127.0.0.1:${await freePort()}`;
  const options = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`];
  const child = spawn('prometheus', [...options, `--web.listen-address=${address}`, '--log.level=error'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'spawn');
  const isReady = async () => (await fetch(`http://${address}/-/ready`)).ok;
  await eventually('Prometheus is ready', isReady);
  return {
    async firing() {
      const answer = await fetch(`http://${address}/api/v1/alerts`);
      const { data } = (await answer.json()) as {
        data: { alerts: readonly { state: string; labels: { alertname: string } }[] };
      };
      const names = data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
      return [...new Set(names)].toSorted();
    },
    async hasSeries(query) {
      const answer = await fetch(`http://${address}/api/v1/query?${new URLSearchParams({ query }).toString()}`);
      const { data } = (await answer.json()) as { data: { result: readonly unknown[] } };
      return data.result.length > 0;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
