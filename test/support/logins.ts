/** Logins of Sagasu's processes in the test's PostgreSQL, where all have the same password. */
import { PROCESS_NAMES, loginUrl as urlOf, setRolePasswords, type ProcessName } from '../../platform/roles.ts';

export const PASSWORD = 'the password of every process in tests';

/** The address of the same database for a process. */
export function loginUrl(databaseUrl: string, name: ProcessName): string {
  return urlOf(databaseUrl, name, PASSWORD);
}

export async function permitLogins(ownerUrl: string): Promise<void> {
  await setRolePasswords(ownerUrl, Object.fromEntries(PROCESS_NAMES.map((name) => [name, PASSWORD])));
}
