import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './examine.ts';

/** A folder like /proc with these limits of a kernel. */
export function givenProc({ mapCount, openFiles }: { mapCount: number; openFiles: number }): string {
  const proc = temporaryFolder();
  mkdirSync(join(proc, 'sys/vm'), { recursive: true });
  mkdirSync(join(proc, 'self'), { recursive: true });
  writeFileSync(join(proc, 'sys/vm/max_map_count'), `${mapCount}\n`);
  writeFileSync(
    join(proc, 'self/limits'),
    `Limit                     Soft Limit           Hard Limit           Units
Max open files            1024                 ${openFiles}               files     
`,
  );
  return proc;
}
