/** Stages of a run that takes hours. Each finished stage is kept in a file, so that the next run goes on with the first unfinished one. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Figure {
  readonly step: string;
  readonly value: string;
  readonly remark?: string;
}

export interface Stage {
  readonly name: string;
  /** Begins from the state that the stages before it left. An interrupted stage is repeated, so it removes its own remains first. */
  readonly run: () => Promise<readonly Figure[]>;
}

interface KeptStage {
  readonly measuredAt: string;
  readonly machine: string;
  readonly figures: readonly Figure[];
}

type Kept = Readonly<Record<string, KeptStage>>;

/** Runs the stages that `folder` does not have yet, and returns the figures of all. */
export async function runStages(
  folder: string,
  stages: readonly Stage[],
  { machine, say }: { readonly machine: string; readonly say: (line: string) => void },
): Promise<readonly Figure[]> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'stages.json');
  let kept: Kept = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Kept) : {};
  for (const { name, run } of stages) {
    if (kept[name] !== undefined) {
      say(`${name}: done on ${kept[name].measuredAt}`);
      continue;
    }
    say(`${name}: begins`);
    const figures = await run();
    for (const { step, value, remark } of figures)
      say(`  ${step}: ${value}${remark === undefined ? '' : `, ${remark}`}`);
    kept = { ...kept, [name]: { measuredAt: new Date().toISOString(), machine, figures } };
    writeFileSync(`${path}.draft`, JSON.stringify(kept, null, 2));
    renameSync(`${path}.draft`, path);
  }
  return stages.flatMap(({ name }) => kept[name]?.figures ?? []);
}

export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ step, value, remark = '' }) => `| ${step} | ${value} | ${remark} |`);
  return ['| step | value | |', '|---|---|---|', ...rows].join('\n');
}
