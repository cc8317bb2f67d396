/** The commands that PostgreSQL runs, with the paths of this program. */
import { fileURLToPath } from 'node:url';
import { commandOf } from '../../backup/base/wal-settings.ts';
import { isBucket } from '../../backup/place.ts';
import type { Config, Environment } from '../../platform/config.ts';
import { SETTINGS } from '../../platform/settings.ts';

const PROGRAM = [process.execPath, fileURLToPath(new URL('../main.ts', import.meta.url))];

/** For a bucket it begins with the settings of the bucket: the secret as a file, since every user of the database sees the command. */
export function archiveCommandFor(place: string, recipients: readonly string[], env: Environment): string {
  const command = commandOf(PROGRAM, ['backup', 'wal', '%p', place, '--recipient', ...recipients]);
  return isBucket(place) ? `${bucketVariables(env)} ${command}` : command;
}

function bucketVariables(env: Environment): string {
  const [id, secret, region] = [SETTINGS.s3AccessKeyId, SETTINGS.s3SecretAccessKey, SETTINGS.s3Region].map(
    ({ name }) => name,
  );
  const given = [id, region].flatMap((name = '') => [
    ...(env[name] === undefined ? [] : [[name, env[name]]]),
    ...(env[`${name}_FILE`] === undefined ? [] : [[`${name}_FILE`, env[`${name}_FILE`]]]),
  ]);
  const file = [`${secret}_FILE`, env[`${secret}_FILE`] ?? 'FILE-WITH-THE-SECRET'];
  return [...given, file].map(([name = '', value = '']) => `${name}=${commandOf([value], [])}`).join(' ');
}

/** The settings of a bucket as variables of a process. */
export function bucketEnvironment(
  config: Pick<Config, 's3AccessKeyId' | 's3SecretAccessKey' | 's3Region'>,
): Record<string, string> {
  return {
    [SETTINGS.s3AccessKeyId.name]: config.s3AccessKeyId ?? '',
    [SETTINGS.s3SecretAccessKey.name]: config.s3SecretAccessKey ?? '',
    [SETTINGS.s3Region.name]: config.s3Region,
  };
}

export function restoreCommandFor(place: string, system: string, keyFile: string): string {
  return commandOf(PROGRAM, ['restore', 'wal', place, '%f', '%p', '--system', system, '--key', keyFile]);
}
