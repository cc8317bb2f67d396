/** Finds the machine's JDK, which runs Elasticsearch and compiles the analysis plugin. */
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Environment } from '../platform/config.ts';
import { PrerequisiteError } from './problems.ts';
import { JAVA_MIN_MAJOR } from './settings.ts';
import { findProgram } from './tool.ts';

export interface Jdk {
  readonly home: string;
  readonly major: number;
}

const JVM_FOLDERS = ['/usr/lib/jvm', '/usr/java', '/opt/java', '/opt/jdk', '/opt', '/Library/Java/JavaVirtualMachines'];

/**
 * The major version in the output of `java -version`, a JDK's `release` file, or a bare version: 1.8.0_402 → 8, 25.0.1 → 25.
 * null when there is none.
 */
export function javaMajor(text: string): number | null {
  const version = /"([^"]*)"/.exec(text)?.[1] ?? text;
  const [, first, second] = /^(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  if (first === undefined) return null;
  return Number(first === '1' && second !== undefined ? second : first);
}

/**
 * The JDK to use: ES_JAVA_HOME, JAVA_HOME, the PATH, then the usual folders, newest first.
 * @throws PrerequisiteError that names the newest JDK found, if any.
 */
export function findJdk(env: Environment): Jdk {
  const found = candidates(env).flatMap((home) => readJdk(home) ?? []);
  const jdk = found.find(({ major }) => major >= JAVA_MIN_MAJOR);
  if (jdk !== undefined) return jdk;
  throw new PrerequisiteError(noJdk(found));
}

export function noJdk(found: readonly Jdk[]): string {
  const newest = [...found].sort((a, b) => b.major - a.major)[0];
  const there = newest === undefined ? 'none was found' : `the newest found is ${newest.major} in ${newest.home}`;
  return `Elasticsearch needs a JDK ${JAVA_MIN_MAJOR} or later with javac, and ${there}: install one and set ES_JAVA_HOME to its folder, or set ELASTICSEARCH_URL to a running Elasticsearch.`;
}

function candidates(env: Environment): string[] {
  const named = [env['ES_JAVA_HOME'], env['JAVA_HOME']].filter((home) => home !== undefined && home !== '');
  const onPath = findProgram(env, 'javac');
  const installed = [...JVM_FOLDERS, join(homedir(), '.sdkman/candidates/java'), join(homedir(), '.jdks')]
    .flatMap((folder) => list(folder).map((name) => join(folder, name)))
    .flatMap((home) => [home, join(home, 'Contents/Home')])
    .flatMap((home) => readJdk(home) ?? [])
    .sort((a, b) => b.major - a.major)
    .map(({ home }) => home);
  return [...(named as string[]), ...(onPath === null ? [] : [dirname(dirname(realpathSync(onPath)))]), ...installed];
}

/** null when the folder contains no JDK with a compiler. */
function readJdk(home: string): Jdk | null {
  if (!existsSync(join(home, 'bin/javac')) || !existsSync(join(home, 'bin/jar'))) return null;
  try {
    const line = /^JAVA_VERSION=.*$/m.exec(readFileSync(join(home, 'release'), 'utf8'))?.[0] ?? '';
    const major = javaMajor(line);
    return major === null ? null : { home, major };
  } catch {
    return null;
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
