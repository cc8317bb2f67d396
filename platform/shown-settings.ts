/** The settings of this process as their owner may read them: with sources, without secrets. */
import { readFileSync } from 'node:fs';
import type { Environment } from './config.ts';
import type { Setting } from './setting.ts';
import { SETTINGS } from './settings.ts';

export interface ShownSetting {
  readonly name: string;
  readonly source: 'environment' | 'file' | 'default';
  /** The file that `{NAME}_FILE` names; null for another source. */
  readonly file: string | null;
  /** As it is written, with the passwords of addresses left out; `…` for a secret, null for an optional setting that is not set. */
  readonly value: string | null;
  readonly is_secret: boolean;
  readonly default: string | null;
  readonly meaning: string;
}

const HIDDEN = '…';
const SECRET_NAME = /PASSWORD|SECRET|ACCESS_KEY|TOKEN|WEBHOOK_URL/;

/** All settings, in the order of their names. A wrong value is shown as it is. */
export function shownSettings(env: Environment = process.env): readonly ShownSetting[] {
  const settings = Object.values(SETTINGS as Readonly<Record<string, Setting<unknown>>>);
  return settings.map((setting) => show(setting, env)).toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function show({ name, fallback, meaning }: Setting<unknown>, env: Environment): ShownSetting {
  const file = env[`${name}_FILE`] ?? null;
  const written = file === null ? (env[name] ?? '') : textOf(file);
  const isSecret = SECRET_NAME.test(name);
  const given = written === '' ? 'default' : 'environment';
  const value = written === '' ? fallback : isSecret ? HIDDEN : withoutPasswords(written);
  return { name, source: file === null ? given : 'file', file, value, is_secret: isSecret, default: fallback, meaning };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

/** Addresses may hold a password before the host or in a parameter. Pure. */
export function withoutPasswords(written: string): string {
  return written
    .replaceAll(/(\/\/[^/?#@\s,]*?):[^/?#\s]*@/g, `$1:${HIDDEN}@`)
    .replaceAll(/([?&](?:password|sslpassword|sentinel_password|api_key|token)=)[^&\s,]*/gi, `$1${HIDDEN}`);
}
