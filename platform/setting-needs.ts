/** Finds settings of the environment that have no effect because of others, and those that settings of boards need. */
import type { MetNeeds } from '../mappings/board-settings/needs.ts';
import { givenSettings, type Config } from './config.ts';
import type { Need, SettingsModule } from './module.ts';
import { MODULES } from './modules.ts';
import { SETTINGS } from './settings.ts';

type Field = keyof typeof SETTINGS;

const OF_MODULES: readonly SettingsModule<Field>[] = MODULES;

/** stores: of the stores that `npm start` and `npm run stack` start. processes: of servers and scrapers. */
const NEEDS: Readonly<Record<'stores' | 'processes', readonly Need<Field>[]>> = {
  stores: [
    {
      settings: ['postgresPort', 'postgresSharedBuffersMb', 'postgresConnections'],
      other: 'databaseUrl',
      state: 'is not set',
    },
    { settings: ['redisPort'], other: 'redisUrl', state: 'is not set' },
    {
      settings: ['elasticsearchPort', 'elasticsearchHeapMb', 'elasticsearchNodes'],
      other: 'elasticsearchUrls',
      state: 'is not set',
    },
  ],
  processes: [
    { settings: ['s3AccessKeyId', 's3Region'], other: 's3SecretAccessKey', state: 'is set' },
    { settings: ['s3SecretAccessKey'], other: 's3AccessKeyId', state: 'is set' },
    { settings: ['tripcodeSecret'], other: 'contact', state: 'is set' },
    { settings: ['exportRows', 'exportRowsAdmin'], other: 'exports', state: 'is above 0' },
    { settings: ['alertWebhookSecret', 'alertPrivateHosts'], other: 'alertWebhookUrl', state: 'is set' },
    { settings: ['alertFrom', 'alertTo'], other: 'alertSmtpUrl', state: 'is set' },
    { settings: ['alertSmtpUrl'], other: 'alertFrom', state: 'is set' },
    { settings: ['alertSmtpUrl'], other: 'alertTo', state: 'is set' },
    ...OF_MODULES.flatMap((module) => module.needs ?? []),
  ],
};

/** One sentence for each setting that is set and has no effect. */
export function ineffectiveSettings(
  config: Config,
  area: keyof typeof NEEDS,
  given: ReadonlySet<string> = givenSettings(),
): readonly string[] {
  return NEEDS[area].flatMap(({ settings, other, state }) => {
    const value = config[other];
    const isSet = value !== null && value !== 0 && !(Array.isArray(value) && value.length === 0);
    if (isSet === (state !== 'is not set')) return [];
    return settings
      .filter((field) => given.has(SETTINGS[field].name) && config[field] !== 0)
      .map((field) => `${SETTINGS[field].name} has no effect ${untilOf(SETTINGS[other].name, state)}`);
  });
}

function untilOf(name: string, state: Need<Field>['state']): string {
  return state === 'is not set' ? `while ${name} is set` : `until ${name} ${state}`;
}

/** The environment settings that board settings need, as set for this process. */
export function metNeeds({ contact, mediaConcurrency }: Pick<Config, 'contact' | 'mediaConcurrency'>): MetNeeds {
  return { SAGASU_CONTACT: contact !== null, SAGASU_MEDIA_CONCURRENCY: mediaConcurrency > 0 };
}
