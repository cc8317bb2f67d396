/**
 * Real stores for the tests: those in the environment; missing ones are started from dev-stores/ in their own data folder. Every test file
 * copies one migrated database (test/support/world.ts).
 */
import type { TestProject } from 'vitest/node';
import { readConfig } from '../../platform/config.ts';
import { startStack } from '../../dev-stores/start.ts';
import { prepareTemplate } from './template.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string;
    redisUrl: string;
    elasticsearchUrls: readonly string[];
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // In a run of minutes the JVM's optimizing compiler costs more processor time than it saves.
  process.env['ES_JAVA_OPTS'] ??= '-XX:TieredStopAtLevel=1';
  const config = readConfig({
    SAGASU_DATA: process.env['SAGASU_TEST_DATA'] ?? './data/test',
    SAGASU_POSTGRES_PORT: '5642',
    SAGASU_REDIS_PORT: '6642',
    SAGASU_ELASTICSEARCH_PORT: '9642',
    DATABASE_URL: process.env['DATABASE_URL'],
    REDIS_URL: process.env['REDIS_URL'],
    ELASTICSEARCH_URL: process.env['ELASTICSEARCH_URL'],
  });
  const stack = await startStack(config, { onProgress: (line) => process.stderr.write(`${line}\n`) });
  await prepareTemplate(stack.databaseUrl);
  project.provide('databaseUrl', stack.databaseUrl);
  project.provide('redisUrl', stack.redisUrl);
  project.provide('elasticsearchUrls', stack.elasticsearchUrls);
  return async () => {
    await stack.stop();
  };
}
