/**
 * Elasticsearch's own security: one user, whose password is created at the first start, and TLS between nodes. Without it every user of the
 * machine, and every page in a browser on it, could read and delete the indices.
 */
import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createOwnedFolder } from './accounts.ts';
import type { Jdk } from './java.ts';
import { readOrCreateSecret, writeSecret } from './secret-file.ts';
import type { StartContext } from './start-context.ts';
import { runTool, SETUP_LIMIT_MS } from './tool.ts';

export const ELASTICSEARCH_USER = 'sagasu';
const ROLE = 'sagasu';
const CERTIFICATE_DAYS = 36_500;

/** The privileges that Sagasu needs: all actions on indices, index templates, and reading the state of the cluster. */
const ROLES = `${ROLE}:
  cluster: [monitor, manage_index_templates]
  indices:
    - names: ['*']
      privileges: [all]
`;

export interface NodeSecurity {
  readonly password: string;
  /** Files of the folder `config`: name and text. */
  readonly files: Readonly<Record<string, string>>;
}

/** How Elasticsearch's security authenticates the user and protects the connections of nodes. */
export const SECURITY_SETTINGS: Readonly<Record<string, string>> = {
  'xpack.security.autoconfiguration.enabled': 'false',
  // Only the user of the file `users` exists.
  'xpack.security.authc.reserved_realm.enabled': 'false',
  'xpack.security.transport.ssl.enabled': 'true',
  // All nodes have the same certificate, which names no host.
  'xpack.security.transport.ssl.verification_mode': 'certificate',
  'xpack.security.transport.ssl.key': 'transport.key',
  'xpack.security.transport.ssl.certificate': 'transport.crt',
  'xpack.security.transport.ssl.certificate_authorities': 'transport.crt',
};

/** The password and certificate of the cluster, created at its first start. `folder` belongs to the stores' account. */
export async function readOrCreateSecurity(
  context: StartContext,
  home: string,
  jdk: Jdk,
  folder: string,
): Promise<NodeSecurity> {
  const password = await readOrCreateSecret(join(folder, 'password'), context.account);
  const certificate = join(folder, 'transport');
  if (!existsSync(certificate)) await createCertificate(context, home, jdk, certificate);
  const [key, crt] = await Promise.all(
    ['instance.key', 'instance.crt'].map((name) => readFile(join(certificate, name), 'utf8')),
  );
  return {
    password,
    files: {
      users: userLine(ELASTICSEARCH_USER, password),
      users_roles: `${ROLE}:${ELASTICSEARCH_USER}\n`,
      'roles.yml': ROLES,
      'transport.key': key ?? '',
      'transport.crt': crt ?? '',
    },
  };
}

/** A line of the file `users`, in the form that Elasticsearch's file realm reads: cost, salt and key of PBKDF2. */
export function userLine(name: string, password: string): string {
  const [cost, bytes] = [10_000, 32];
  const salt = randomBytes(bytes);
  const key = pbkdf2Sync(password, salt, cost, bytes, 'sha512');
  return `${name}:{PBKDF2}${cost}$${salt.toString('base64')}$${key.toString('base64')}\n`;
}

async function createCertificate(context: StartContext, home: string, jdk: Jdk, target: string): Promise<void> {
  context.onProgress('Elasticsearch: creating a certificate for its nodes (once)');
  const draft = `${target}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  const options = { env: { ...context.env, ES_JAVA_HOME: jdk.home }, cwd: draft, timeoutMs: SETUP_LIMIT_MS };
  const zip = join(draft, 'certificate.zip');
  const made = ['cert', '--self-signed', '--pem', '--silent', '--days', String(CERTIFICATE_DAYS), '--out', zip];
  await runTool(join(home, 'bin/elasticsearch-certutil'), made, { ...options, signal: context.signal });
  await runTool(join(jdk.home, 'bin/jar'), ['--extract', '--file', zip], options);
  for (const name of ['instance.key', 'instance.crt']) {
    await writeSecret(join(draft, name), await readFile(join(draft, 'instance', name), 'utf8'), context.account);
  }
  await rm(join(draft, 'instance'), { recursive: true });
  await rm(zip);
  await createOwnedFolder(draft, context.account, context.env);
  await rename(draft, target);
}
