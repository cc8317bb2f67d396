/** Runs checks of `sagasu doctor` in the process of the tests. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHECKS } from '../../../../cli/doctor/all-checks.ts';
import { withDoctorContext, type Surroundings } from '../../../../cli/doctor/context.ts';
import { diagnose, type Diagnosis, type Finding } from '../../../../cli/doctor/run.ts';
import { readConfig } from '../../../../platform/config.ts';
import { worldEnvironment } from '../../../support/processes.ts';
import type { WorldSettings } from '../../../support/world.ts';

export interface Examined extends Partial<Omit<Surroundings, 'env'>> {
  /** In addition to the settings of the world. */
  readonly env?: Readonly<Record<string, string>>;
  readonly fix?: boolean;
}

/** Runs the named checks, or all of them. */
export async function diagnosisOf(
  world: WorldSettings,
  names: readonly string[] | null,
  { env = {}, fix = false, now = () => new Date(), proc = '/proc' }: Examined = {},
): Promise<Diagnosis> {
  const whole = { ...worldEnvironment(world), ...env };
  const checks = CHECKS.filter(({ name }) => names?.includes(name) ?? true);
  if (names !== null && checks.length !== names.length) throw new Error(`there is no check ${names.join(' or ')}`);
  return withDoctorContext(readConfig(whole), { env: whole, now, proc }, async (context) =>
    diagnose(context, checks, fix),
  );
}

/** The findings of one check, which could be made. */
export async function examine(world: WorldSettings, name: string, given: Examined = {}): Promise<readonly Finding[]> {
  const { findings, unchecked } = await diagnosisOf(world, [name], given);
  if (unchecked.length > 0) throw new Error(`${name} could not be made: ${unchecked[0]?.reason}`);
  return findings;
}

/** The sentences of the faults of one check. */
export async function faults(world: WorldSettings, name: string, given: Examined = {}): Promise<readonly string[]> {
  return (await examine(world, name, given)).map(({ found }) => found);
}

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'sagasu-doctor-'));

/** A clock that is ahead by so many hours. */
export const hoursAhead = (hours: number) => (): Date => new Date(Date.now() + hours * 3_600_000);
